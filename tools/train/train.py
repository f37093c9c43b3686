#!/usr/bin/env python3
"""Learns what positions are worth from recorded games.

    klaxon sim red-alert --scenario all --record thumb.rows --games 200000
    klaxon sim red-alert --scenario all --record searched.rows --games 2200 --depth 64x4 --rows 40
    python3 tools/train/train.py thumb.rows searched.rows --out crates/games/red-alert/data/judgement.net

Reads what `klaxon sim --record` wrote, trains a small network (one hidden layer, a straight way beside it) with PyTorch on
a GPU or a CPU, compares it on games that it has not seen with the judgement that the program had, rounds it to integers and
writes the file that the game reads (`crates/core/src/judgement.rs` says what is in it).
"""

import argparse
import json
import struct
import sys
import time
import warnings

import numpy as np
import torch
from torch import nn

MAGIC = b"KLXNET1\n"
# A linear form is a network without neurons.
warnings.filterwarnings("ignore", message="Initializing zero-element tensors")


def load(paths):
    """All rows: game numbers, features, results, what the program said, and whether it searched; and the head of the files."""
    head, games, xs, ys, olds, searched = None, [], [], [], [], []
    for i, path in enumerate(paths):
        with open(path, "rb") as file:
            this = json.loads(file.readline())
            if head is None:
                head = this
            if this["fingerprint"] != head["fingerprint"]:
                sys.exit(f"{path} has other features than {paths[0]}")
            width = len(head["features"])
            row = np.dtype([("game", "<u4"), ("result", "<u2"), ("old", "<u2"), ("x", "i1", (width,))])
            rows = np.frombuffer(file.read(), dtype=row)
        # Games of different files are different games.
        games.append(rows["game"].astype(np.int64) + (i << 32))
        xs.append(rows["x"])
        ys.append(rows["result"].astype(np.float32) / 1000)
        olds.append(rows["old"].astype(np.float32) / 1000)
        searched.append(np.full(len(rows), bool(this.get("search"))))
    return head, *map(np.concatenate, (games, xs, ys, olds, searched))


def held_out(games):
    """Every twentieth game, by a hash: game numbers also pick scenarios."""
    mixed = (games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)
    return mixed % np.uint64(20) == 0


class Net(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.straight = nn.Linear(inputs, 1)
        self.first = nn.Linear(inputs, hidden)
        self.second = nn.Linear(hidden, 1, bias=False)

    def forward(self, x):
        straight = self.straight(x)
        if self.second.in_features:
            straight = straight + self.second(torch.relu(self.first(x)))
        return straight.squeeze(1)


def log_loss(p, y):
    p = np.clip(p, 0.001, 0.999)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def auc(p, y):
    won, lost = p[y > 0.5], p[y < 0.5]
    _, place, many = np.unique(np.concatenate([won, lost]), return_inverse=True, return_counts=True)
    # Equal ones share the mean of their ranks.
    ranks = (np.cumsum(many) - (many - 1) / 2)[place][: len(won)]
    return float((ranks.sum() - len(won) * (len(won) + 1) / 2) / max(1, len(won) * len(lost)))


def train(x, y, weight, held, hidden, args, device):
    """A network over features that are brought to one scale first; the scale is folded into its weights afterwards. Also the
    loss after each pass: of what it learns from, and of the games held out."""
    torch.manual_seed(args.seed)
    scale = x.float().std(dim=0).clamp(min=0.25)
    net = Net(x.shape[1], hidden).to(device)
    nn.init.zeros_(net.straight.weight)
    decay = [p for p in net.parameters() if p.ndim > 1]
    rest = [p for p in net.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": args.decay}, {"params": rest, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=args.rate)
    # A few rows make small batches, or there would be no steps.
    batch = min(args.batch, max(128, len(x) // 8))
    batches = max(1, len(x) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=args.passes * batches + 1)
    curve, started = [], time.time()
    for at in range(args.passes):
        order = torch.randperm(len(x), device=device)
        total = torch.zeros((), device=device)
        for i in range(batches):
            rows = order[i * batch : (i + 1) * batch]
            each = nn.functional.binary_cross_entropy_with_logits(net(x[rows].float() / scale), y[rows], reduction="none")
            loss = (each * weight[rows]).sum() / weight[rows].sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.detach()
        with torch.no_grad():
            p = torch.sigmoid(net(held[0].float() / scale)).cpu().numpy()
        curve.append((float(total) / batches, log_loss(p, held[1])))
        if args.verbose:
            print(f"    pass {at + 1}: {curve[-1][0]:.4f}, held out {curve[-1][1]:.4f}, after {time.time() - started:.0f} s")
    with torch.no_grad():
        net.straight.weight /= scale
        net.first.weight /= scale
    return net, curve


def bits_for(weights, most):
    """The most bits behind the point with which all weights are 16-bit numbers."""
    largest = float(np.abs(weights).max(initial=1e-9))
    bits = most
    while bits > 8 and largest * 2**bits > 32767:
        bits -= 1
    return bits


def integers(net):
    first = net.first.weight.detach().cpu().numpy().T.astype(np.float64)
    second = net.second.weight.detach().cpu().numpy()[0].astype(np.float64)
    straight = net.straight.weight.detach().cpu().numpy()[0].astype(np.float64)
    bits = [bits_for(first, 14), bits_for(second, 14), bits_for(straight, 14)]
    short = lambda w, b: np.clip(np.round(w * 2**b), -32767, 32767).astype("<i2")
    return {
        "bits": bits,
        "first": short(first, bits[0]),
        "second": short(second, bits[1]),
        "straight": short(straight, bits[2]),
        "first_bias": np.round(net.first.bias.detach().cpu().numpy().astype(np.float64) * 2 ** bits[0]).astype("<i4"),
        "bias": int(round(float(net.straight.bias.detach().cpu()[0]) * 256)),
    }


def reckon(whole, x):
    """What the game will reckon, in 256ths of the logit."""
    x = x.astype(np.int64)
    neurons = np.maximum(x @ whole["first"].astype(np.int64) + whole["first_bias"], 0) >> (whole["bits"][0] - 8)
    hidden = (neurons @ whole["second"].astype(np.int64)) >> whole["bits"][1]
    return whole["bias"] + hidden + ((x @ whole["straight"].astype(np.int64)) >> (whole["bits"][2] - 8))


def write(path, head, whole):
    inputs, hidden = whole["first"].shape
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<Q", int(head["fingerprint"], 16)))
        file.write(struct.pack("<HHBBBB", inputs, hidden, *whole["bits"], 0))
        for part in ("first", "second", "straight", "first_bias"):
            file.write(whole[part].tobytes())
        file.write(struct.pack("<i", whole["bias"]))


def blank(path):
    """The judgement that learning begins with: no features, every position is even."""
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<QHHBBBBi", 0, 0, 0, 10, 10, 10, 0, 0))


def drawn(curves):
    """The loss of held-out games after each pass, as a picture: one line for each network."""
    wide, high, left, under = 640, 300, 56, 36
    values = [held for _, curve in curves for _, held in curve]
    low, top = min(values) - 0.002, max(values) + 0.002
    passes = max(len(curve) for _, curve in curves)
    x = lambda n: left + (wide - left - 150) * n / max(1, passes - 1)
    y = lambda v: 12 + (high - 12 - under) * (top - v) / (top - low)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">',
             f'<rect width="{wide}" height="{high}" fill="#fff"/>']
    for i in range(5):
        v = low + (top - low) * i / 4
        parts.append(f'<path d="M{left} {y(v):.1f}H{wide - 150}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(v) + 4:.1f}" text-anchor="end" fill="#444">{v:.3f}</text>')
    parts.append(f'<text x="{left}" y="{high - 8}" fill="#444">passes over the positions, 1 to {passes}; loss of games held out</text>')
    for (name, curve), colour in zip(curves, ("#8a5a00", "#0b5cad", "#1a7f37")):
        line = " ".join(f"{x(n):.1f},{y(held):.1f}" for n, (_, held) in enumerate(curve))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{wide - 144}" y="{y(curve[-1][1]) + 4:.1f}" fill="{colour}">{name} {curve[-1][1]:.4f}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("rows", nargs="*", help="files of `klaxon sim --record`")
    ask.add_argument("--out", required=True, help="the file to write")
    ask.add_argument("--blank", action="store_true", help="write the judgement that knows nothing, for a new game")
    ask.add_argument("--hidden", type=int, default=48, help="neurons of the hidden layer, at most 64")
    ask.add_argument("--passes", type=int, default=10, help="passes over the rows")
    ask.add_argument("--batch", type=int, default=4096)
    ask.add_argument("--rate", type=float, default=0.003)
    ask.add_argument("--decay", type=float, default=0.02)
    ask.add_argument("--trust", type=float, default=0.5,
                     help="how much of what is learned from a searched position is what the search expected; the rest is the result")
    ask.add_argument("--weight", type=float, default=4.0, help="a searched position counts as so many others")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    ask.add_argument("--figures", help="also write the figures as JSON")
    ask.add_argument("--curve", help="also draw the loss of held-out games after each pass, as SVG")
    ask.add_argument("--verbose", action="store_true")
    args = ask.parse_args()
    if args.blank:
        return blank(args.out)
    head, games, x, y, old, searched = load(args.rows)
    test = held_out(games)
    print(f"{head['game']}: {len(np.unique(games)):,} games, {len(x):,} positions, {int(searched.sum()):,} of them searched, "
          f"{x.shape[1]} features, {int(test.sum()):,} positions held out, on {args.device}")
    # A searched position has two teachers: how the game ended, and what the search expected of it then.
    aim = np.where(searched, (1 - args.trust) * y + args.trust * old, y).astype(np.float32)
    weight = np.where(searched, args.weight, 1.0).astype(np.float32)
    there = lambda part: torch.from_numpy(np.ascontiguousarray(part)).to(args.device)
    tx, ty, tw = there(x[~test]), there(aim[~test]), there(weight[~test])
    held = (there(x[test]), y[test])
    kinds = {"": test, ", searched games": test & searched} if searched.any() else {"": test}
    figures = {}
    for kind, rows in kinds.items():
        figures["as it was" + kind] = (log_loss(old[rows], y[rows]), auc(old[rows], y[rows]))
    curves = []
    for name, hidden in (("linear", 0), (f"{args.hidden} neurons", args.hidden)):
        net, curve = train(tx, ty, tw, held, hidden, args, args.device)
        curves.append((name, curve))
        whole = integers(net)
        p = 1 / (1 + np.exp(-reckon(whole, x[test]) / 256))
        with torch.no_grad():
            exact = torch.sigmoid(net(held[0].float())).cpu().numpy()
        for kind, rows in kinds.items():
            of = rows[test]
            figures[name + kind] = (log_loss(p[of], y[test][of]), auc(p[of], y[test][of]))
        figures[name + ", rounding"] = (float(np.abs(p - exact).max()), 0.0)
    for name, (loss, area) in figures.items():
        if name.endswith("rounding"):
            print(f"  {name:<32} at most {loss:.4f} off")
        else:
            print(f"  {name:<32} loss {loss:.4f}  AUC {area:.4f}")
    write(args.out, head, whole)
    if args.figures:
        with open(args.figures, "w") as file:
            json.dump({"game": head["game"], "positions": len(x), "figures": figures, "curves": curves}, file, indent=1)
    if args.curve:
        with open(args.curve, "w") as file:
            file.write(drawn(curves))


if __name__ == "__main__":
    main()
