#!/usr/bin/python3
"""The workloads of measure-store, done by libraries for Python.

Each contender is a class with a method for each workload; `measure-store --peers` runs this program once for each
contender and workload, as it runs itself. The schema is that of the store, so that all contenders read the same
files, and the check value of each workload has to be the one that the C interface finds.

    peers.py --part CONTENDER WORKLOAD --template STORE --teams N --repetitions N --folder FOLDER
    peers.py --versions
"""

import argparse
import gc
import os
import shutil
import statistics
import sys
import tempfile
import time
import types

# Debian has SQLAlchemy 1.4, which warns of each call that 2.0 spells otherwise.
os.environ["SQLALCHEMY_SILENCE_UBER_WARNING"] = "1"

PLAYERS_IN_TEAM = 100
COLORS = ["red", "white", "dark blue", "green"]
FIRST_NAMES = (
    "Ada Bela Carlos Dana Emil Farah Goran Hanna Igor Judith Karim Lena Marco Nadia Oskar Petra Quentin Rosa Samir"
    " Tilda"
).split()
SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split()
INDEX = "CREATE INDEX Z_LASTNAME ON ZPLAYER (ZLASTNAME)"
SETTINGS = ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"]


class Squad:
    """The players and teams that every contender stores, as `Squad` of the Swift programs makes them."""

    def __init__(self, teams):
        self.team_names = [f"Team {number}" for number in range(teams)]
        self.players = [self.player(number) for number in range(teams * PLAYERS_IN_TEAM)]

    @staticmethod
    def player(number):
        first = FIRST_NAMES[number % len(FIRST_NAMES)]
        scattered = number * 7919
        count = len(SYLLABLES)
        last = (
            SYLLABLES[scattered // (count * count) % count]
            + SYLLABLES[scattered // count % count]
            + SYLLABLES[scattered % count]
        )
        return first, last, f"{first}.{last}.{number}@example.com", number % 99

    @staticmethod
    def prefix(number):
        count = len(SYLLABLES)
        prefix = SYLLABLES[number % count] + SYLLABLES[number // count % count]
        return prefix, prefix + "~"

    @staticmethod
    def scattered(count, total):
        return [number * 7919 % total + 1 for number in range(count)]


def timed(work):
    """Returns the CPU time of a function in milliseconds, and the check value that it returns."""
    start = time.process_time()
    check = work()
    return (time.process_time() - start) * 1000, check


def length(player):
    return len(player.first_name) + len(player.last_name) + len(player.email)


class Contender:
    """A library. A workload that it does not tell apart from another is measured as that other one."""

    aliases = {"b:again": "b", "f:prefetch": "f", "d:indexed": "d"}

    def __init__(self, squad):
        self.squad = squad

    def run(self, workload, path):
        if workload == "d:indexed":
            self.execute(path, INDEX)
        self.open(path)
        try:
            method = getattr(self, self.name_of(workload), None)
            if method is None:
                method = getattr(self, self.name_of(self.aliases[workload]))
            if workload.startswith("d"):
                return method(100 if workload == "d" else 1000)
            return method()
        finally:
            self.close()

    @staticmethod
    def name_of(workload):
        return "do_" + workload.replace(":", "_")

    @staticmethod
    def execute(path, sql):
        import sqlite3

        connection = sqlite3.connect(path)
        connection.execute(sql)
        connection.commit()
        connection.close()


class SQLite3(Contender):
    """Python's own module: statements by hand, rows as tuples."""

    columns = "Z_PK, Z_OPT, ZJERSEYNUMBER, ZTEAM, ZEMAIL, ZFIRSTNAME, ZLASTNAME"
    insertion = (
        "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZJERSEYNUMBER, ZTEAM, ZEMAIL, ZFIRSTNAME, ZLASTNAME)"
        " VALUES (?, 1, 1, ?, ?, ?, ?, ?)"
    )

    @staticmethod
    def version():
        import sqlite3

        return f"sqlite3 {sqlite3.sqlite_version} of Python {sys.version.split()[0]}"

    def open(self, path):
        import sqlite3

        self.connection = sqlite3.connect(path, isolation_level=None)
        for setting in SETTINGS:
            self.connection.execute(setting)

    def close(self):
        self.connection.close()

    @staticmethod
    def length(row):
        return len(row[4]) + len(row[5]) + len(row[6])

    def rows(self, condition="", *arguments):
        return self.connection.execute(f"SELECT {self.columns} FROM ZPLAYER {condition}", arguments).fetchall()

    def do_a(self):
        def work():
            run = self.connection.execute
            run("BEGIN IMMEDIATE")
            for team, name in enumerate(self.squad.team_names):
                run(
                    "INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIFORMCOLOR) VALUES (?, 2, 1, ?, ?)",
                    (team + 1, name, COLORS[team % len(COLORS)]),
                )
                start = team * PLAYERS_IN_TEAM
                for number, player in enumerate(self.squad.players[start : start + PLAYERS_IN_TEAM], start):
                    first, last, email, jersey = player
                    run(self.insertion, (number + 1, jersey, team + 1, email, first, last))
            run("COMMIT")
            return len(self.squad.players)

        return timed(work)

    def do_b(self):
        return timed(lambda: sum(map(self.length, self.rows())))

    def do_c(self):
        keys = Squad.scattered(10_000, len(self.squad.players))
        return timed(lambda: sum(self.length(self.rows("WHERE Z_PK = ?", key)[0]) for key in keys))

    def do_d(self, rounds):
        condition = "WHERE ZLASTNAME >= ? AND ZLASTNAME < ? ORDER BY ZLASTNAME, Z_PK LIMIT 50"

        def work():
            return sum(sum(map(self.length, self.rows(condition, *Squad.prefix(round)))) for round in range(rounds))

        return timed(work)

    def do_e(self):
        players = self.rows()

        def work():
            changed = 0
            self.connection.execute("BEGIN IMMEDIATE")
            for key, version, jersey, *_ in players:
                changed += self.connection.execute(
                    "UPDATE ZPLAYER SET Z_OPT = ?, ZJERSEYNUMBER = ? WHERE Z_PK = ? AND Z_OPT = ?",
                    (version + 1, jersey + 100, key, version),
                ).rowcount
            self.connection.execute("COMMIT")
            return changed

        return timed(work)

    def do_f(self):
        def work():
            teams = self.connection.execute("SELECT Z_PK, Z_OPT, ZNAME, ZUNIFORMCOLOR FROM ZTEAM").fetchall()
            return sum(sum(map(self.length, self.rows("WHERE ZTEAM = ?", team[0]))) for team in teams)

        return timed(work)

    def remaining(self):
        return self.connection.execute("SELECT COUNT(*) FROM ZPLAYER").fetchone()[0]

    def do_g(self):
        def work():
            self.connection.execute("BEGIN IMMEDIATE")
            for team in range(1, 201):
                self.connection.execute("DELETE FROM ZPLAYER WHERE ZTEAM = ?", (team,))
                self.connection.execute("DELETE FROM ZTEAM WHERE Z_PK = ?", (team,))
            self.connection.execute("COMMIT")
            return self.remaining()

        return timed(work)

    def do_g_objects(self):
        def work():
            self.connection.execute("BEGIN IMMEDIATE")
            for team in range(1, 201):
                for row in self.rows("WHERE ZTEAM = ?", team):
                    self.connection.execute("DELETE FROM ZPLAYER WHERE Z_PK = ? AND Z_OPT = ?", row[:2])
                self.connection.execute("DELETE FROM ZTEAM WHERE Z_PK = ?", (team,))
            self.connection.execute("COMMIT")
            return self.remaining()

        return timed(work)

    def do_h(self):
        players = self.squad.players

        def work():
            for number in range(5_000):
                first, last, email, jersey = players[number % len(players)]
                self.connection.execute(
                    self.insertion, (len(players) + number + 1, jersey, 1, email, first, last)
                )
            return 5_000

        return timed(work)

    def do_i_count(self):
        def work():
            one = lambda sql, *arguments: self.connection.execute(sql, arguments).fetchone()[0]
            total = sum(
                one("SELECT COUNT(*) FROM ZPLAYER WHERE ZTEAM = ?", team + 1)
                for team in range(len(self.squad.team_names))
            )
            return total + sum(one("SELECT COUNT(*) FROM ZPLAYER") for _ in range(20))

        return timed(work)

    def do_i_group(self):
        sql = "SELECT ZTEAM, COUNT(*), MAX(ZJERSEYNUMBER) FROM ZPLAYER GROUP BY ZTEAM"
        return timed(lambda: sum(row[1] + row[2] for _ in range(10) for row in self.connection.execute(sql)))


class SQLAlchemy(Contender):
    """Mapped classes in a session: an identity map, a unit of work, versions for optimistic locking."""

    @staticmethod
    def version():
        import sqlalchemy

        return f"SQLAlchemy {sqlalchemy.__version__}"

    def open(self, path):
        from sqlalchemy import Column, ForeignKey, Integer, String, create_engine, event
        from sqlalchemy.orm import declarative_base, relationship, sessionmaker

        Base = declarative_base()

        class Team(Base):
            __tablename__ = "ZTEAM"
            key = Column("Z_PK", Integer, primary_key=True)
            entity = Column("Z_ENT", Integer, default=2)
            version = Column("Z_OPT", Integer)
            name = Column("ZNAME", String)
            color = Column("ZUNIFORMCOLOR", String)
            players = relationship("Player", back_populates="team", cascade="all, delete-orphan")
            __mapper_args__ = {"version_id_col": version}

        class Player(Base):
            __tablename__ = "ZPLAYER"
            key = Column("Z_PK", Integer, primary_key=True)
            entity = Column("Z_ENT", Integer, default=1)
            version = Column("Z_OPT", Integer)
            jersey_number = Column("ZJERSEYNUMBER", Integer)
            team_key = Column("ZTEAM", Integer, ForeignKey("ZTEAM.Z_PK"))
            email = Column("ZEMAIL", String)
            first_name = Column("ZFIRSTNAME", String)
            last_name = Column("ZLASTNAME", String)
            team = relationship("Team", back_populates="players")
            __mapper_args__ = {"version_id_col": version}

        engine = create_engine(f"sqlite:///{path}")

        @event.listens_for(engine, "connect")
        def configure(connection, _):
            for setting in SETTINGS:
                connection.execute(setting)

        self.Team, self.Player, self.engine = Team, Player, engine
        self.session = sessionmaker(bind=engine)()
        self.session.connection()

    def close(self):
        self.session.close()
        self.engine.dispose()

    def add(self, data, team):
        first, last, email, jersey = data
        player = self.Player(first_name=first, last_name=last, email=email, jersey_number=jersey, team=team)
        self.session.add(player)

    def do_a(self):
        def work():
            for number, name in enumerate(self.squad.team_names):
                team = self.Team(name=name, color=COLORS[number % len(COLORS)])
                self.session.add(team)
                start = number * PLAYERS_IN_TEAM
                for data in self.squad.players[start : start + PLAYERS_IN_TEAM]:
                    self.add(data, team)
            self.session.commit()
            return len(self.squad.players)

        return timed(work)

    def fetch(self):
        return sum(map(length, self.session.query(self.Player).all()))

    def do_b(self):
        return timed(self.fetch)

    def do_b_again(self):
        players = self.session.query(self.Player).all()
        return timed(self.fetch) if players else None

    def do_c(self):
        keys = Squad.scattered(10_000, len(self.squad.players))
        return timed(lambda: sum(length(self.session.get(self.Player, key)) for key in keys))

    def do_d(self, rounds):
        Player = self.Player

        def work():
            total = 0
            for round in range(rounds):
                low, high = Squad.prefix(round)
                query = self.session.query(Player).filter(Player.last_name >= low, Player.last_name < high)
                total += sum(map(length, query.order_by(Player.last_name, Player.key).limit(50)))
            return total

        return timed(work)

    def do_e(self):
        players = self.session.query(self.Player).all()

        def work():
            for player in players:
                player.jersey_number += 100
            self.session.commit()
            return len(players)

        return timed(work)

    def walk(self, *options):
        teams = self.session.query(self.Team).options(*options).all()
        return sum(length(player) for team in teams for player in team.players)

    def do_f(self):
        return timed(self.walk)

    def do_f_prefetch(self):
        from sqlalchemy.orm import selectinload

        return timed(lambda: self.walk(selectinload(self.Team.players)))

    def remaining(self):
        return self.session.query(self.Player).count()

    def do_g(self):
        def work():
            keys = list(range(1, 201))
            for column in (self.Player.team_key, self.Team.key):
                self.session.query(column.class_).filter(column.in_(keys)).delete(synchronize_session=False)
            self.session.commit()
            return self.remaining()

        return timed(work)

    def do_g_objects(self):
        def work():
            for team in self.session.query(self.Team).order_by(self.Team.key).limit(200):
                self.session.delete(team)
            self.session.commit()
            return self.remaining()

        return timed(work)

    def do_h(self):
        players = self.squad.players
        team = self.session.query(self.Team).first()

        def work():
            for number in range(5_000):
                first, last, email, jersey = players[number % len(players)]
                self.session.add(
                    self.Player(
                        first_name=first, last_name=last, email=email, jersey_number=jersey, team_key=key
                    )
                )
                self.session.commit()
            return 5_000

        key = team.key
        return timed(work)

    def do_i_count(self):
        query = self.session.query(self.Player)
        keys = [key for (key,) in self.session.query(self.Team.key)]

        def work():
            total = sum(query.filter(self.Player.team_key == key).count() for key in keys)
            return total + sum(query.count() for _ in range(20))

        return timed(work)

    def do_i_group(self):
        from sqlalchemy import func

        Player = self.Player
        query = self.session.query(
            Player.team_key, func.count(Player.jersey_number), func.max(Player.jersey_number)
        ).group_by(Player.team_key)
        return timed(lambda: sum(row[1] + row[2] for _ in range(10) for row in query))


class Django(Contender):
    """Model classes and query sets; no identity map, no unit of work."""

    classes = None

    @staticmethod
    def version():
        import django

        return f"Django {django.get_version()}"

    def open(self, path):
        import django
        from django.conf import settings

        if Django.classes is None:
            # Cascades follow the relations between the models of installed applications only.
            application = types.ModuleType("league")
            application.__file__ = __file__
            sys.modules["league"] = application
            settings.configure(
                DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path}},
                INSTALLED_APPS=["league"],
                DEFAULT_AUTO_FIELD="django.db.models.AutoField",
            )
            django.setup()
            Django.classes = self.declare()
        from django.db import connection

        connection.settings_dict["NAME"] = path
        with connection.cursor() as cursor:
            for setting in SETTINGS:
                cursor.execute(setting)
        self.Team, self.Player = Django.classes

    @staticmethod
    def declare():
        from django.db import models

        class Team(models.Model):
            key = models.AutoField(primary_key=True, db_column="Z_PK")
            entity = models.IntegerField(default=2, db_column="Z_ENT")
            version = models.IntegerField(default=1, db_column="Z_OPT")
            name = models.TextField(db_column="ZNAME")
            color = models.TextField(db_column="ZUNIFORMCOLOR")

            class Meta:
                app_label = "league"
                db_table = "ZTEAM"

        class Player(models.Model):
            key = models.AutoField(primary_key=True, db_column="Z_PK")
            entity = models.IntegerField(default=1, db_column="Z_ENT")
            version = models.IntegerField(default=1, db_column="Z_OPT")
            jersey_number = models.IntegerField(db_column="ZJERSEYNUMBER")
            team = models.ForeignKey(Team, models.CASCADE, db_column="ZTEAM", related_name="players")
            email = models.TextField(db_column="ZEMAIL")
            first_name = models.TextField(db_column="ZFIRSTNAME")
            last_name = models.TextField(db_column="ZLASTNAME")

            class Meta:
                app_label = "league"
                db_table = "ZPLAYER"

        return Team, Player

    def close(self):
        from django.db import connection

        connection.close()

    @staticmethod
    def transaction():
        from django.db import transaction

        return transaction.atomic()

    def player(self, data, team):
        first, last, email, jersey = data
        return self.Player(first_name=first, last_name=last, email=email, jersey_number=jersey, team=team)

    def do_a(self):
        def work():
            with self.transaction():
                names = enumerate(self.squad.team_names)
                teams = [self.Team(key=n + 1, name=name, color=COLORS[n % len(COLORS)]) for n, name in names]
                self.Team.objects.bulk_create(teams)
                self.Player.objects.bulk_create(
                    self.player(data, teams[number // PLAYERS_IN_TEAM])
                    for number, data in enumerate(self.squad.players)
                )
            return len(self.squad.players)

        return timed(work)

    def do_b(self):
        return timed(lambda: sum(map(length, self.Player.objects.all())))

    def do_c(self):
        keys = Squad.scattered(10_000, len(self.squad.players))
        return timed(lambda: sum(length(self.Player.objects.get(pk=key)) for key in keys))

    def do_d(self, rounds):
        def work():
            total = 0
            for round in range(rounds):
                low, high = Squad.prefix(round)
                found = self.Player.objects.filter(last_name__gte=low, last_name__lt=high)
                total += sum(map(length, found.order_by("last_name", "pk")[:50]))
            return total

        return timed(work)

    def do_e(self):
        players = list(self.Player.objects.all())

        def work():
            with self.transaction():
                for player in players:
                    player.jersey_number += 100
                    player.version += 1
                    player.save(update_fields=["jersey_number", "version"])
            return len(players)

        return timed(work)

    def walk(self, teams):
        return sum(length(player) for team in teams for player in team.players.all())

    def do_f(self):
        return timed(lambda: self.walk(self.Team.objects.all()))

    def do_f_prefetch(self):
        return timed(lambda: self.walk(self.Team.objects.prefetch_related("players")))

    def do_g(self):
        def work():
            self.Team.objects.filter(pk__lte=200).delete()
            return self.Player.objects.count()

        return timed(work)

    def do_g_objects(self):
        def work():
            with self.transaction():
                for team in self.Team.objects.order_by("pk")[:200]:
                    team.delete()
            return self.Player.objects.count()

        return timed(work)

    def do_h(self):
        team = self.Team.objects.first()
        players = self.squad.players

        def work():
            for number in range(5_000):
                self.player(players[number % len(players)], team).save()
            return 5_000

        return timed(work)

    def do_i_count(self):
        teams = list(self.Team.objects.all())

        def work():
            total = sum(self.Player.objects.filter(team=team).count() for team in teams)
            return total + sum(self.Player.objects.count() for _ in range(20))

        return timed(work)

    def do_i_group(self):
        from django.db.models import Count, Max

        def work():
            total = 0
            for _ in range(10):
                groups = self.Player.objects.values("team").annotate(
                    players=Count("jersey_number"), highest=Max("jersey_number")
                )
                total += sum(group["players"] + group["highest"] for group in groups)
            return total

        return timed(work)


class Peewee(Contender):
    """Small model classes and queries; no identity map, no unit of work."""

    @staticmethod
    def version():
        import peewee

        return f"peewee {peewee.__version__}"

    def open(self, path):
        import peewee

        database = peewee.SqliteDatabase(path, pragmas={"journal_mode": "wal", "synchronous": "normal"})

        class Team(peewee.Model):
            key = peewee.AutoField(column_name="Z_PK")
            entity = peewee.IntegerField(default=2, column_name="Z_ENT")
            version = peewee.IntegerField(default=1, column_name="Z_OPT")
            name = peewee.TextField(column_name="ZNAME")
            color = peewee.TextField(column_name="ZUNIFORMCOLOR")

            class Meta:
                table_name = "ZTEAM"

        class Player(peewee.Model):
            key = peewee.AutoField(column_name="Z_PK")
            entity = peewee.IntegerField(default=1, column_name="Z_ENT")
            version = peewee.IntegerField(default=1, column_name="Z_OPT")
            jersey_number = peewee.IntegerField(column_name="ZJERSEYNUMBER")
            team = peewee.ForeignKeyField(Team, column_name="ZTEAM", backref="players", on_delete="CASCADE")
            email = peewee.TextField(column_name="ZEMAIL")
            first_name = peewee.TextField(column_name="ZFIRSTNAME")
            last_name = peewee.TextField(column_name="ZLASTNAME")

            class Meta:
                table_name = "ZPLAYER"

        for model in (Team, Player):
            model.bind(database)
        database.connect()
        self.database, self.Team, self.Player = database, Team, Player

    def close(self):
        self.database.close()

    def player(self, data, team):
        first, last, email, jersey = data
        return self.Player(first_name=first, last_name=last, email=email, jersey_number=jersey, team=team)

    def do_a(self):
        def work():
            with self.database.atomic():
                names = enumerate(self.squad.team_names)
                teams = [self.Team(key=n + 1, name=name, color=COLORS[n % len(COLORS)]) for n, name in names]
                self.Team.bulk_create(teams, batch_size=100)
                players = [
                    self.player(data, teams[number // PLAYERS_IN_TEAM])
                    for number, data in enumerate(self.squad.players)
                ]
                self.Player.bulk_create(players, batch_size=100)
            return len(self.squad.players)

        return timed(work)

    def do_b(self):
        return timed(lambda: sum(map(length, self.Player.select())))

    def do_c(self):
        keys = Squad.scattered(10_000, len(self.squad.players))
        return timed(lambda: sum(length(self.Player.get_by_id(key)) for key in keys))

    def do_d(self, rounds):
        Player = self.Player

        def work():
            total = 0
            for round in range(rounds):
                low, high = Squad.prefix(round)
                found = Player.select().where(Player.last_name >= low, Player.last_name < high)
                total += sum(map(length, found.order_by(Player.last_name, Player.key).limit(50)))
            return total

        return timed(work)

    def do_e(self):
        players = list(self.Player.select())

        def work():
            with self.database.atomic():
                for player in players:
                    player.jersey_number += 100
                    player.version += 1
                    player.save(only=[self.Player.jersey_number, self.Player.version])
            return len(players)

        return timed(work)

    def do_f(self):
        return timed(lambda: sum(length(player) for team in self.Team.select() for player in team.players))

    def do_f_prefetch(self):
        import peewee

        def work():
            teams = peewee.prefetch(self.Team.select(), self.Player.select())
            return sum(length(player) for team in teams for player in team.players)

        return timed(work)

    def do_g(self):
        def work():
            keys = list(range(1, 201))
            with self.database.atomic():
                self.Player.delete().where(self.Player.team.in_(keys)).execute()
                self.Team.delete().where(self.Team.key.in_(keys)).execute()
            return self.Player.select().count()

        return timed(work)

    def do_g_objects(self):
        def work():
            with self.database.atomic():
                for team in self.Team.select().order_by(self.Team.key).limit(200):
                    team.delete_instance(recursive=True)
            return self.Player.select().count()

        return timed(work)

    def do_h(self):
        team = self.Team.select().first()
        players = self.squad.players

        def work():
            for number in range(5_000):
                self.player(players[number % len(players)], team).save(force_insert=True)
            return 5_000

        return timed(work)

    def do_i_count(self):
        teams = list(self.Team.select())

        def work():
            total = sum(self.Player.select().where(self.Player.team == team).count() for team in teams)
            return total + sum(self.Player.select().count() for _ in range(20))

        return timed(work)

    def do_i_group(self):
        import peewee

        Player = self.Player

        def work():
            total = 0
            for _ in range(10):
                query = Player.select(
                    Player.team,
                    peewee.fn.COUNT(Player.jersey_number).alias("players"),
                    peewee.fn.MAX(Player.jersey_number).alias("highest"),
                ).group_by(Player.team)
                total += sum(row[1] + row[2] for row in query.tuples())
            return total

        return timed(work)


CONTENDERS = {"sqlite3": SQLite3, "sqlalchemy": SQLAlchemy, "django": Django, "peewee": Peewee}


def memory(field):
    """Returns a figure of this process's memory, in KiB."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field + ":"))


def copy(template, folder):
    path = os.path.join(folder, "copy.sqlite")
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    shutil.copyfile(template, path)
    return path


def measure(arguments):
    """Prints the median of the times, the check value, and the growth of memory at its peak and after the end."""
    name, workload = arguments.part
    contender = CONTENDERS[name](Squad(arguments.teams))
    times, check, growth, rest = [], None, 0, 0
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for repetition in range(arguments.repetitions):
            path = copy(arguments.template, folder)
            gc.collect()
            before = memory("VmRSS")
            if repetition == 0:
                with open("/proc/self/clear_refs", "w") as file:
                    file.write("5")
            milliseconds, check = contender.run(workload, path)
            if repetition == 0:
                growth = memory("VmHWM") - before
                gc.collect()
                rest = max(0, memory("VmRSS") - before)
            times.append(milliseconds)
    print(statistics.median(times), check, growth, rest)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", nargs=2, metavar=("CONTENDER", "WORKLOAD"))
    parser.add_argument("--template")
    parser.add_argument("--teams", type=int, default=1_000)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--folder", default="/tmp")
    parser.add_argument("--versions", action="store_true", help="print each contender with its version")
    arguments = parser.parse_args()
    if arguments.versions:
        for name, contender in CONTENDERS.items():
            print(f"{name}\t{contender.version()}")
    elif arguments.part and arguments.template:
        measure(arguments)
    else:
        parser.error("--part and --template, or --versions")


if __name__ == "__main__":
    main()
