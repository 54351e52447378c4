"""Whether the window's plot has its lines: each point a dot, each pair of neighbours joined.

    plot_lines.py PICTURE STATE PLOT

PICTURE: the whole window as binary PPM. STATE: what the window said of itself then, with "widget.PLOT/LINE/X" where
each point lies, in the order they are drawn. A line lies below those that are drawn later, so their colours count as
well. Colours are those of the plot's inks in turn; a dashed line, which is called "LINE,_CPU", has the one of its whole
line.
"""

import sys

INKS = ((104, 176, 214), (226, 168, 84), (168, 216, 112))
BEHIND = (40, 42, 44)  # the panel, more or less: the army shows through
LEAST = 0.4  # of the way from there to the ink: a line one pixel thin may lie half in each of two rows
OFF = 30  # of 255, a channel: beside that way
WHOLE, DASHED = 0.9, 0.35  # of the places between two points; dashes take 55 % of the way


def read_picture(file):
    """Width, height, bytes of a PPM without comments, as ImageMagick writes it."""
    with open(file, "rb") as picture:
        assert picture.readline() == b"P6\n"
        width, height = map(int, picture.readline().split())
        assert picture.readline() == b"255\n"
        return width, height, picture.read()


def read_lines(file, plot):
    """{name: [(x, y), ...]} in the order of drawing."""
    lines = {}
    with open(file, encoding="utf-8") as state:
        for row in state:
            name, _, value = row.partition(" ")
            if name.startswith(f"widget.{plot}/"):
                x, y = value.split()[:2]
                lines.setdefault(name.split("/")[1], []).append((int(x), int(y)))
    return lines


def inks_of(lines):
    """For each line its ink and those that may lie over it."""
    whole = [name for name in lines if not name.endswith(",_CPU")]
    own = [INKS[whole.index(name.removesuffix(",_CPU")) % len(INKS)] for name in lines]
    return {name: set(own[i:]) for i, name in enumerate(lines)}


def has_ink(pixel, ink):
    """The ink, or a blend of it with what is behind."""
    way = [i - b for i, b in zip(ink, BEHIND)]
    gone = [p - b for p, b in zip(pixel, BEHIND)]
    share = sum(w * g for w, g in zip(way, gone)) / sum(w * w for w in way)
    return share >= LEAST and all(abs(g - share * w) <= OFF for w, g in zip(way, gone))


def inked(picture, place, inks):
    """One of the inks at the place or beside it."""
    width, height, pixels = picture
    for y in range(max(place[1] - 1, 0), min(place[1] + 2, height)):
        for x in range(max(place[0] - 1, 0), min(place[0] + 2, width)):
            pixel = pixels[3 * (y * width + x) : 3 * (y * width + x) + 3]
            if any(has_ink(pixel, ink) for ink in inks):
                return True
    return False


def share_between(picture, a, b, inks):
    """Of the places on the way from a to b."""
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
    ways = [s / steps for s in range(steps + 1)]
    places = [(round(a[0] + (b[0] - a[0]) * way), round(a[1] + (b[1] - a[1]) * way)) for way in ways]
    return sum(inked(picture, place, inks) for place in places) / len(places)


def main(picture_file, state_file, plot):
    picture = read_picture(picture_file)
    lines = read_lines(state_file, plot)
    inks = inks_of(lines)
    bad = [] if lines else [f"no lines in {plot}"]
    for name, points in lines.items():
        for place in points:
            if not inked(picture, place, inks[name]):
                bad.append(f"{name} has no dot at {place}")
        least = DASHED if name.endswith(",_CPU") else WHOLE
        for a, b in zip(points, points[1:]):
            share = share_between(picture, a, b, inks[name])
            if share < least:
                bad.append(f"{name} is drawn to {share:.0%} from {a} to {b}")
        print(f"{plot}: {name}, {len(points)} points")
    if bad:
        print(*bad, sep="\n", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
