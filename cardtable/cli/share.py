"""The command that writes deals of a record as a page to send to friends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtable.desk.speech import Failure, Usage, words

if TYPE_CHECKING:
    from cardtable.engine.text import Text
    from cardtable.match.replay import Replay

PUZZLE = "puzzle:"
"""The prefix that marks a puzzle in place of a record."""


@click.command(epilog="Example: cardtable share match.jsonl --deal 3")
@click.argument("what", metavar="RECORD|puzzle:ID|exercise|daily")
@click.option("--deal", type=click.IntRange(1), metavar="NUMBER", help="Only this deal; the first of the record is 1.")
@click.option(
    "--seat", type=click.IntRange(0), metavar="NUMBER", help="Whose eyes it is seen with, the first is 0; else yours."
)
@click.option("--names", is_flag=True, help="Write how the players are called; else they are Player 1, 2 and so on.")
@click.option("--open", "hands", flag_value="open", help="Let every hand be opened, whoever has played.")
@click.option("--closed", "hands", flag_value="closed", help="Show what the seat could see, and nothing else.")
@click.option("--no-review", is_flag=True, help="Take what is reviewed already, and judge nothing more.")
@click.option("--cast", type=click.Path(path_type=Path), metavar="FILE", help="The screen as asciinema plays it.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="The screen as a picture that moves.")
@click.option("--size", metavar="COLUMNSxROWS", help="How large that screen is; else 100x30.")
@click.option("--from", "first", type=click.IntRange(0), metavar="NUMBER", help="Its first move of the deal; else 0.")
@click.option("--to", "last", type=click.IntRange(0), metavar="NUMBER", help="Its last one; else the deal's last.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="The page; else a new one in this folder.")
@click.option("--force", is_flag=True, help="Write over a page that is there.")
def share(
    what: str,
    deal: int | None,
    seat: int | None,
    names: bool,
    hands: str | None,
    no_review: bool,
    cast: Path | None,
    svg: Path | None,
    size: str | None,
    first: int | None,
    last: int | None,
    out: Path | None,
    force: bool,
) -> None:
    """Write deals of RECORD as one web page that plays them: in any browser, without a network.

    Only deals that are over. It has the curve of your chances, names what was dear, asks what you would have played,
    and shows open hands; where several people have played, only what the seat could see, unless --open says otherwise.
    The review is made first and kept beside RECORD; stopped by Ctrl+C (exit status 130) the page is written without the
    rest. puzzle:ID is a position to solve, daily today's, exercise your own mistake that is due first. --cast and --svg
    write the screen of the replay instead, of one deal.
    """
    filmed = [(option, path) for option, path in (("--cast", cast), ("--svg", svg)) if path is not None]
    for option, of_screen in (("--size", size), ("--from", first), ("--to", last)):
        if of_screen is not None and not filmed:
            raise Usage("{option}: it goes with --cast or --svg", option=option)
    if what in ("daily", "exercise") or what.startswith(PUZZLE):
        for option, given in (
            *((option, True) for option, _ in filmed),
            ("--deal", deal),
            ("--seat", seat),
            ("--names", names or None),
            (f"--{hands}", hands),
        ):
            if given is not None:
                raise Usage("{option}: a puzzle is shown as it is", option=option)
        data = _exercise() if what == "exercise" else _puzzle(what)
        path = _written(out, f"cardtable-{what.replace(':', '-')}", data, force=force)
        _tell_written(path, "")
        return
    if filmed:
        _film(Path(what), deal, seat, hands, filmed, _size(size), (first, last), names=names, force=force)
        return
    _share_record(Path(what), deal, seat, hands, out, names=names, judge=not no_review, force=force)


def _share_record(
    record: Path,
    deal: int | None,
    seat: int | None,
    hands: str | None,
    out: Path | None,
    *,
    names: bool,
    judge: bool,
    force: bool,
) -> None:
    from cardtable.cli.review import go_through
    from cardtable.coach.kept import KeptReviews
    from cardtable.desk.reading import deals_over, replay_at
    from cardtable.film import film_of, may_open

    replay = replay_at(record, secret=True, only=deal)
    deals = deals_over(replay, deal)
    viewer = _viewer(replay, seat)
    closed = hands == "closed" or (hands is None and not may_open(replay))
    name = f"cardtable-{replay.header.preset}" + ("" if deal is None else f"-deal{deal}")
    _check_free(out, name, record, force=force)
    kept = KeptReviews(replay)
    reviews = [kept.review(number, viewer) for number in deals]
    came = go_through(kept, reviews, open_cards=False, hidden=False) if judge else 0
    done = {one.deal: one for one in reviews if one.done}
    data = film_of(replay, deals, viewer, reviews=done, named=names, closed=closed)
    path = _written(out, name, data, force=force)
    _tell_written(path, _told(replay, viewer, closed=closed, chosen=hands is not None, names=names))
    if came:
        click.get_current_context().exit(128 + came)


def _size(given: str | None) -> tuple[int, int]:
    """Parses the size of the screen in columns and rows. Raises Usage."""
    width, _, height = (given or "100x30").partition("x")
    if not (width.isdecimal() and height.isdecimal() and 80 <= int(width) <= 300 and 24 <= int(height) <= 100):
        raise Usage("--size {size}: columns and rows, from 80x24 to 300x100, such as 100x30", size=given)
    return int(width), int(height)


def _film(
    record: Path,
    deal: int | None,
    seat: int | None,
    hands: str | None,
    filmed: list[tuple[str, Path]],
    size: tuple[int, int],
    span: tuple[int | None, int | None],
    *,
    names: bool,
    force: bool,
) -> None:
    """Records the replay screen while it steps through a deal as the seat saw it. Raises Failure and Usage."""
    import asyncio

    from cardtable.desk.reading import deals_over, replay_at
    from cardtable.desk.replays import archive
    from cardtable.film.sentences import unnamed
    from cardtable.language import LANGUAGES
    from cardtable.tui.filming import cast, film, moving

    replay = replay_at(record, secret=True, only=deal)
    wanted = deals_over(replay, deal)[-1]
    for _, path in filmed:
        _check_free(path, "", record, force=force)
    moments = replay.standing(wanted)
    count = len(moments) - 1
    first, last = span[0] or 0, count if span[1] is None else span[1]
    if not first <= last <= count:
        raise Usage("--from {first}, --to {last}: the moves are 0 to {count}", first=first, last=last, count=count)
    viewer = _viewer(replay, seat)
    if not names:
        replay.names = unnamed(len(replay.names))[list(LANGUAGES).index(words().language)]
    shown = moments[first : last + 1]
    shots = asyncio.run(film(replay, shown, size, words(), archive(), viewer, open_hands=hands == "open"))
    for option, path in filmed:
        _keep(path, cast(shots) if option == "--cast" else moving(shots), force=force)
        _tell_written(path, "")


def _viewer(replay: Replay, seat: int | None) -> int:
    """The seat from which the page is seen. Raises Usage."""
    if seat is None:
        return replay.people[0] if replay.people else 0
    if seat >= len(replay.names):
        raise Usage("--seat {seat}: the seats are 0 to {last}", seat=seat, last=len(replay.names) - 1)
    return seat


def _puzzle(what: str) -> dict[str, Any]:
    """The page of a puzzle, or of today's puzzle. Raises Failure."""
    from datetime import date

    from cardtable.film.puzzles import film_of_puzzle
    from cardtable.puzzles import BadPuzzle, chosen
    from cardtable.puzzles.daily import day_of, puzzle_of

    if what == "daily":
        today = date.today()
        found = puzzle_of(day_of(today, today))
    else:
        wanted = what.removeprefix(PUZZLE)
        found = next((one for one in chosen(None, None)[0] if one.id == wanted), None)
    if found is None:
        raise Failure(
            "{what}: there is no such puzzle; they are called by family and number, such as puzzle:kozel-001", what=what
        )
    try:
        return film_of_puzzle(found)
    except BadPuzzle as error:
        raise Failure("{what}: {why}", what=what, why=error) from error


def _exercise() -> dict[str, Any]:
    """The page of the player's mistake that is due first. Raises Failure."""
    from cardtable.desk.mistakes import first_due
    from cardtable.engine.faults import told
    from cardtable.files import Unreadable
    from cardtable.film import film_of_exercise

    try:
        found = first_due()
    except (OSError, Unreadable) as error:
        raise Failure("{why}", why=told(error)) from error
    if found is None:
        raise Failure("exercise: no mistake of yours is due today")
    return film_of_exercise(found.table.replay, found.table.one)


def _check_free(out: Path | None, name: str, record: Path | None = None, *, force: bool) -> None:
    """Raises Failure if the page could not be written, before any work is done for it."""
    path = out or Path(f"{name}.html")
    if path.is_dir():
        raise Failure("{path}: this is a folder; --out wants a file", path=path)
    if record is not None and path.exists() and path.samefile(record):
        raise Failure("{path}: this is the record itself", path=path)
    if path.exists() and not force:
        raise Failure("{path} is there already; --force writes over it", path=path)


def _written(out: Path | None, name: str, data: dict[str, Any], *, force: bool) -> Path:
    """Writes the page atomically. Raises Failure."""
    from cardtable.film.page import page

    _check_free(out, name, force=force)
    path = out or Path(f"{name}.html")
    _keep(path, page(data, words().language), force=force)
    return path


def _keep(path: Path, text: str, *, force: bool) -> None:
    """Writes a file atomically. Raises Failure."""
    from cardtable.engine.faults import told
    from cardtable.files import create_whole, replace

    try:
        if force:
            replace(path, text)
        else:
            create_whole(path, text.encode())
    except OSError as error:
        raise Failure("{path}: {why}", path=path, why=told(error)) from error


def _tell_written(path: Path, more: str) -> None:
    from cardtable.engine.text import say

    size = max(1, round(path.stat().st_size / 1000))
    click.echo(words().text(say("{path}: {size} kB. It needs no network.", path=str(path), size=size)))
    if more:
        click.echo(more)


def _told(replay: Replay, viewer: int, *, closed: bool, chosen: bool, names: bool) -> str:
    """What the page reveals about whom, so that nobody sends more than they mean to."""
    from cardtable.engine.text import Who, say

    lines: list[Text] = []
    if not closed:
        lines.append(say("Every hand of these deals can be opened in it."))
    elif chosen:
        lines.append(say("It shows what {who} could see, and nothing else.", who=Who(viewer)))
    else:
        lines.append(
            say("Several people played: it shows what {who} could see. --open shows every hand.", who=Who(viewer))
        )
    if not names:
        lines.append(say("Nobody's name is in it; --names writes them."))
    return "\n".join(words().text(line, replay.names) for line in lines)
