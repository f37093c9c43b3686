//! Judgement that was learned: a small network over features of a position, reckoned in integers, so that bots choose
//! the same on every machine. How one is trained is in `tools/train/README.md`.
//!
//! A game names its features by [`Features::put`]; the same function feeds training and play, so the two cannot drift
//! apart. One hidden layer with a straight way beside it is enough for what a position is worth.

use std::fmt;

/// Features at most.
const MOST: usize = 400;
/// Neurons of the hidden layer at most.
const HIDDEN: usize = 64;

/// What is told of a position: small numbers in a fixed order.
pub struct Features {
    values: [i8; MOST],
    n: usize,
    names: Option<Vec<String>>,
}

impl Features {
    /// Room for the features of a position.
    pub fn new() -> Features {
        Features { values: [0; MOST], n: 0, names: None }
    }

    /// The same, with the names of all features, for whoever writes them down.
    pub fn with_names() -> Features {
        Features { names: Some(Vec::new()), ..Features::new() }
    }

    /// The next feature; what is beyond ±127 counts as that. Every position has the same ones in the same order.
    #[inline]
    pub fn put(&mut self, value: i32, name: impl FnOnce() -> String) {
        self.values[self.n] = value.clamp(-127, 127) as i8;
        self.n += 1;
        if let Some(names) = &mut self.names {
            names.push(name());
        }
    }

    /// One feature for each of `many` possibilities: `value` for the one that is the case, 0 for all others.
    #[inline]
    pub fn one_of(&mut self, many: usize, which: Option<usize>, value: i32, name: impl Fn(usize) -> String) {
        for i in 0..many {
            self.put(if which == Some(i) { value } else { 0 }, || name(i));
        }
    }

    /// The values so far.
    pub fn values(&self) -> &[i8] {
        &self.values[..self.n]
    }

    /// Their names, if they were asked for.
    pub fn names(&self) -> &[String] {
        self.names.as_deref().unwrap_or_default()
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::new()
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Features").field(&self.values()).finish()
    }
}

/// What a list of features is known by.
pub fn fingerprint(names: &[String]) -> u64 {
    let hash = blake3::hash(names.join("\n").as_bytes());
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight bytes"))
}

/// The weights of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    fingerprint: u64,
    hidden: usize,
    /// Bits behind the point: of the first layer, of the second, of the straight way.
    bits: [u32; 3],
    /// A row of hidden weights for each feature.
    first: Vec<i16>,
    first_bias: Vec<i32>,
    second: Vec<i16>,
    straight: Vec<i16>,
    /// In 256ths of the logit.
    bias: i32,
}

impl Judgement {
    /// Reads a file of weights, as `tools/train` writes it: all numbers little-endian. A blank
    /// one, without features, is what learning begins with.
    pub fn read(file: &[u8]) -> Result<Judgement, String> {
        let mut rest = file.strip_prefix(b"KLXNET1\n").ok_or("this is no file of weights")?;
        let mut take = |n: usize| {
            let (part, left) = rest.split_at_checked(n).ok_or("the file of weights ends too early")?;
            rest = left;
            Ok::<&[u8], String>(part)
        };
        let short = |b: &[u8]| i16::from_le_bytes([b[0], b[1]]);
        let long = |b: &[u8]| i32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let fingerprint = u64::from_le_bytes(take(8)?.try_into().expect("eight bytes"));
        let head = take(8)?;
        let inputs = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let hidden = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let bits = [head[4], head[5], head[6]].map(u32::from);
        if inputs > MOST || hidden > HIDDEN || bits[0] < 8 || bits[2] < 8 || bits.iter().any(|&b| b > 24) {
            return Err(format!(
                "{inputs} features, {hidden} neurons and {bits:?} bits are no network of ours"
            ));
        }
        let mut shorts = |n: usize| Ok::<Vec<i16>, String>(take(2 * n)?.chunks_exact(2).map(short).collect());
        let (first, second, straight) = (shorts(inputs * hidden)?, shorts(hidden)?, shorts(inputs)?);
        let first_bias = take(4 * hidden)?.chunks_exact(4).map(long).collect();
        let bias = long(take(4)?);
        if !rest.is_empty() {
            return Err("the file of weights goes on after its end".into());
        }
        Ok(Judgement { fingerprint, hidden, bits, first, first_bias, second, straight, bias })
    }

    /// Was nothing learned yet?
    pub fn is_blank(&self) -> bool {
        self.straight.is_empty()
    }

    /// Was it learned from these features?
    pub fn fits(&self, names: &[String]) -> bool {
        self.straight.len() == names.len() && self.fingerprint == fingerprint(names)
    }

    /// What a position with these features is worth: 1 all but lost, 999 all but won.
    pub fn worth(&self, features: &Features) -> i32 {
        sigmoid(self.logit(features.values())).clamp(1, 999)
    }

    /// In 256ths.
    fn logit(&self, values: &[i8]) -> i32 {
        let mut neurons = [0i32; HIDDEN];
        let neurons = &mut neurons[..self.hidden];
        neurons.copy_from_slice(&self.first_bias);
        let mut straight = 0i32;
        // Most features of most positions are 0. A sum has at most 400 × 127 × 32,767, which an i32 holds.
        for ((&value, &weight), row) in
            values.iter().zip(&self.straight).zip(self.first.chunks_exact(self.hidden.max(1)))
        {
            if value == 0 {
                continue;
            }
            let value = i16::from(value);
            straight += i32::from(value) * i32::from(weight);
            for (neuron, &weight) in neurons.iter_mut().zip(row) {
                *neuron += i32::from(value) * i32::from(weight);
            }
        }
        let mut sum = 0i64;
        for (&neuron, &weight) in neurons.iter().zip(&self.second) {
            sum += i64::from(neuron.max(0) >> (self.bits[0] - 8)) * i64::from(weight);
        }
        let sum = (sum >> self.bits[1]) as i32;
        self.bias + sum + (straight >> (self.bits[2] - 8))
    }
}

/// 1000 / (1 + e^-x) for x in 256ths, from a table of sixteenths with straight lines between.
fn sigmoid(x: i32) -> i32 {
    let far = x.unsigned_abs().min(8 * 256 - 1);
    let (at, beyond) = ((far / 16) as usize, far as i32 % 16);
    let (low, high) = (SIGMOID[at], SIGMOID[at + 1]);
    let worth = (low + (high - low) * beyond / 16 + 32) / 64;
    if x < 0 { 1000 - worth } else { worth }
}

/// In 64ths, for 0 to 8 by sixteenths.
#[rustfmt::skip]
const SIGMOID: [i32; 129] = [
    32000, 33000, 33997, 34991, 35979, 36960, 37931, 38890, 39837, 40770, 41687, 42586, 43467, 44329,
    45170, 45990, 46788, 47563, 48315, 49043, 49747, 50428, 51084, 51716, 52325, 52910, 53471, 54009,
    54525, 55018, 55490, 55941, 56371, 56781, 57172, 57544, 57898, 58234, 58554, 58857, 59145, 59418,
    59677, 59922, 60154, 60374, 60582, 60779, 60965, 61140, 61306, 61463, 61611, 61751, 61882, 62007,
    62124, 62235, 62339, 62437, 62529, 62617, 62699, 62776, 62849, 62917, 62982, 63043, 63100, 63154,
    63204, 63252, 63297, 63339, 63379, 63416, 63451, 63484, 63515, 63544, 63572, 63597, 63622, 63644,
    63666, 63686, 63705, 63723, 63740, 63755, 63770, 63784, 63797, 63809, 63821, 63832, 63842, 63851,
    63860, 63869, 63877, 63884, 63891, 63898, 63904, 63910, 63915, 63920, 63925, 63930, 63934, 63938,
    63942, 63945, 63949, 63952, 63955, 63957, 63960, 63962, 63965, 63967, 63969, 63971, 63972, 63974,
    63976, 63977, 63979,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_that_of_the_books() {
        for x in -2100..=2100 {
            let exact = 1000.0 / (1.0 + (-f64::from(x) / 256.0).exp());
            assert!((f64::from(sigmoid(x)) - exact).abs() < 1.01, "{x}: {} and {exact}", sigmoid(x));
            assert_eq!(sigmoid(x) + sigmoid(-x), 1000);
        }
    }

    /// Two features and two neurons: worth = sigmoid(relu(a - b) + 2 relu(b - a) + a / 2 - 1 / 4).
    fn small(names: &[String]) -> Vec<u8> {
        let mut file = b"KLXNET1\n".to_vec();
        file.extend(fingerprint(names).to_le_bytes());
        file.extend([2, 0, 2, 0, 10, 4, 9, 0]);
        let shorts: [i16; 8] = [1024, -1024, -1024, 1024, 16, 32, 256, 0];
        file.extend(shorts.iter().flat_map(|w| w.to_le_bytes()));
        file.extend([0, 0, -64].iter().flat_map(|w: &i32| w.to_le_bytes()));
        file
    }

    fn two(a: i32, b: i32) -> Features {
        let mut features = Features::with_names();
        features.put(a, || "a".into());
        features.put(b, || "b".into());
        features
    }

    #[test]
    fn a_network_reckons_as_it_is_written() {
        let names = two(0, 0).names().to_vec();
        let net = Judgement::read(&small(&names)).unwrap();
        assert!(net.fits(&names) && !net.fits(&names[..1]) && !net.fits(&["b".into(), "a".into()]));
        for (a, b, logit) in [(0, 0, -0.25), (1, 0, 1.25), (0, 1, 1.75), (3, 5, 5.25), (-2, 0, 2.75)] {
            let exact: f64 = 1000.0 / (1.0 + f64::exp(-logit));
            assert!((f64::from(net.worth(&two(a, b))) - exact).abs() < 1.5, "{a} {b}");
        }
        assert_eq!(net.worth(&two(1000, 0)), 999, "what is beyond the scale is all but certain");
    }

    #[test]
    fn a_file_that_is_cut_or_goes_on_is_refused() {
        let whole = small(&["a".into(), "b".into()]);
        for n in 0..whole.len() {
            assert!(Judgement::read(&whole[..n]).is_err(), "{n} bytes");
        }
        assert!(Judgement::read(&[&whole[..], &[0]].concat()).is_err());
    }
}
