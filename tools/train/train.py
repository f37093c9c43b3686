#!/usr/bin/env python3
"""Learns what positions are worth from recorded games.

    klaxon sim red-alert --scenario all --record rows.bin --games 200000
    python3 tools/train/train.py rows.bin --out crates/games/red-alert/data/judgement.net

Reads what `klaxon sim --record` wrote, trains a small network (one hidden layer, a straight way beside it) with PyTorch on
a GPU or a CPU, compares it on games that it has not seen with the judgement that the program had, rounds it to integers and
writes the file that the game reads (`crates/core/src/judgement.rs` says what is in it).
"""

import argparse
import json
import struct
import sys
import time

import numpy as np
import torch
from torch import nn

MAGIC = b"KLXNET1\n"


def load(paths):
    """All rows: game numbers, features, results and what the program said; and the head of the files."""
    head, games, xs, ys, olds = None, [], [], [], []
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
    return head, np.concatenate(games), np.concatenate(xs), np.concatenate(ys), np.concatenate(olds)


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
    ranks = np.concatenate([won, lost]).argsort().argsort().astype(np.float64)[: len(won)] + 1
    return float((ranks.sum() - len(won) * (len(won) + 1) / 2) / max(1, len(won) * len(lost)))


def train(x, y, hidden, args, device):
    """A network over features that are brought to one scale first; the scale is folded into its weights afterwards."""
    torch.manual_seed(args.seed)
    scale = x.float().std(dim=0).clamp(min=0.25)
    net = Net(x.shape[1], hidden).to(device)
    nn.init.zeros_(net.straight.weight)
    decay = [p for p in net.parameters() if p.ndim > 1]
    rest = [p for p in net.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": args.decay}, {"params": rest, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=args.rate)
    steps = args.passes * max(1, len(x) // args.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=steps + 1)
    done, started = 0, time.time()
    for at in range(args.passes):
        order = torch.randperm(len(x), device=device)
        total = 0.0
        for i in range(max(1, len(x) // args.batch)):
            rows = order[i * args.batch : (i + 1) * args.batch]
            loss = nn.functional.binary_cross_entropy_with_logits(net(x[rows].float() / scale), y[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
            done += 1
        if args.verbose:
            print(f"    pass {at + 1}: {total / max(1, len(x) // args.batch):.4f} after {time.time() - started:.0f} s")
    with torch.no_grad():
        net.straight.weight /= scale
        net.first.weight /= scale
    return net


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
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    ask.add_argument("--figures", help="also write the figures as JSON")
    ask.add_argument("--verbose", action="store_true")
    args = ask.parse_args()
    if args.blank:
        return blank(args.out)
    head, games, x, y, old = load(args.rows)
    test = held_out(games)
    print(f"{head['game']}: {len(np.unique(games)):,} games, {len(x):,} positions, {x.shape[1]} features, "
          f"{int(test.sum()):,} positions held out, on {args.device}")
    tx = torch.from_numpy(np.ascontiguousarray(x[~test])).to(args.device)
    ty = torch.from_numpy(y[~test]).to(args.device)
    figures = {"as it was": (log_loss(old[test], y[test]), auc(old[test], y[test]))}
    for name, hidden in (("linear", 0), (f"{args.hidden} neurons", args.hidden)):
        net = train(tx, ty, hidden, args, args.device)
        whole = integers(net)
        logit = reckon(whole, x[test])
        with torch.no_grad():
            held = torch.from_numpy(np.ascontiguousarray(x[test])).to(args.device).float()
            exact = net(held).cpu().numpy()
        off = np.abs(1 / (1 + np.exp(-logit / 256)) - 1 / (1 + np.exp(-exact))).max()
        p = 1 / (1 + np.exp(-logit / 256))
        figures[name] = (log_loss(p, y[test]), auc(p, y[test]))
        figures[name + ", rounding"] = (float(off), 0.0)
    for name, (loss, area) in figures.items():
        if name.endswith("rounding"):
            print(f"  {name:<24} at most {loss:.4f} off")
        else:
            print(f"  {name:<24} loss {loss:.4f}  AUC {area:.4f}")
    write(args.out, head, whole)
    if args.figures:
        with open(args.figures, "w") as file:
            json.dump({"game": head["game"], "positions": len(x), "figures": figures}, file, indent=1)


if __name__ == "__main__":
    main()
