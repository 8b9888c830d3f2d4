"""Human first names for computer players: short, in the alphabet of the language, never two alike at a table.

Russian sentences about players are in the present tense, so that none depends on a name's gender.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from random import Random, SystemRandom
from typing import NamedTuple


class Name(NamedTuple):
    """A first name in both alphabets."""

    latin: str
    cyrillic: str

    def written(self, language: str) -> str:
        """The name as written in the texts of a language."""
        return self.cyrillic if language == "ru" else self.latin


PAIRS = """
Vera/Вера Galya/Галя Dasha/Даша Elena/Елена Zoya/Зоя Inna/Инна Katya/Катя Lida/Лида Masha/Маша Nadya/Надя Olga/Ольга
Polina/Полина Raya/Рая Sonya/Соня Tanya/Таня Ulyana/Ульяна Faina/Фаина Yulia/Юлия Yana/Яна Nina/Нина Larisa/Лариса
Marina/Марина Oksana/Оксана Rita/Рита Sveta/Света Tamara/Тамара Varya/Варя Alla/Алла Ksenia/Ксения Alisa/Алиса
Vika/Вика Anfisa/Анфиса Bella/Белла Ida/Ида Klara/Клара Margo/Марго Anton/Антон Boris/Борис Vadim/Вадим Gleb/Глеб
Denis/Денис Egor/Егор Fedya/Федя Grisha/Гриша Ilya/Илья Kostya/Костя Lev/Лев Misha/Миша Nikita/Никита Oleg/Олег
Pavel/Павел Roman/Роман Semyon/Семён Timur/Тимур Vasya/Вася Yakov/Яков Yura/Юра Artyom/Артём Igor/Игорь Kirill/Кирилл
Maxim/Максим Petya/Петя Ruslan/Руслан Stepan/Степан Tikhon/Тихон Zakhar/Захар Matvey/Матвей Viktor/Виктор
Leonid/Леонид Mitya/Митя Danila/Данила Ernest/Эрнест
"""
NAMES = tuple(Name(*pair.split("/")) for pair in PAIRS.split())
"""At most seven letters in either alphabet, so that every seat has room for them; enough names for a tournament."""


def names_for(count: int, language: str, taken: Iterable[str], seed: int | None = None) -> list[str]:
    """Picks names in the alphabet of a language, none similar to another or to a taken one in either alphabet.

    While there are enough names, no two begin with the same letter. The same seed gives the same names; without a seed
    they reveal nothing about the deal.
    """
    chance = SystemRandom() if seed is None else Random(seed)
    taken = list(taken)
    free = [name for name in NAMES if not is_alike(name.latin, taken)]
    chance.shuffle(free)
    initials = {_plain(name)[:1] for name in taken}
    found: list[Name] = []
    later: list[Name] = []
    for name in free:
        begins = {_plain(spelling)[0] for spelling in name}
        (later if begins & initials else found).append(name)
        initials |= begins
    written = [name.written(language) for name in (*found, *later)]
    numbered = (f"{name.written(language)} {nth}" for nth in range(2, count + 2) for name in NAMES)
    written += islice((name for name in numbered if not is_alike(name, taken)), max(0, count - len(written)))
    return written[:count]


def is_alike(name: str, others: Iterable[str]) -> bool:
    """Whether a name looks like one of the others, in either alphabet.

    >>> is_alike("Vera", ["Anna", "вера"]), is_alike("Vera", ["Anna"])
    (True, False)
    """
    return not (_spellings().get(_plain(name), set()) | {_plain(name)}).isdisjoint(map(_plain, others))


@cache
def _spellings() -> dict[str, set[str]]:
    """Maps each spelling of our names to its spellings in both alphabets."""
    found: dict[str, set[str]] = {}
    for name in NAMES:
        both = set(map(_plain, name))
        for spelling in both:
            found.setdefault(spelling, set()).update(both)
    return found


def _plain(name: str) -> str:
    """The form in which two similar-looking names are equal."""
    return name.strip().casefold().replace("ё", "е")
