-- Model: League, version League
-- Checksum: VFbZ0PFmUTv5qoU6nz2nM2qDyUhTj4RIGfQKDaWdQ1A=
-- Dialect: sqlite, Core Data's own layout current (since the end of 2022)
-- The text of each statement is Core Data's. A store fills Z_METADATA and Z_MODELCACHE.

PRAGMA page_size=4096;
PRAGMA auto_vacuum=2;
PRAGMA journal_mode=WAL;
BEGIN EXCLUSIVE;

-- Table of Player
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZTEAM                     to-one relationship Player.team
--   ZEMAIL                    attribute Player.email
--   ZFIRSTNAME                attribute Player.firstName
--   ZLASTNAME                 attribute Player.lastName
CREATE TABLE ZPLAYER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEAM INTEGER, ZEMAIL VARCHAR, ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR );

-- Table of Team
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZNAME                     attribute Team.name
--   ZUNIFORMCOLOR             attribute Team.uniformColor
CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZUNIFORMCOLOR VARCHAR );

-- Index: objects by relationship Player.team
CREATE INDEX ZPLAYER_ZTEAM_INDEX ON ZPLAYER (ZTEAM);

-- For the store itself
CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);

INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(1, 'Player', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(2, 'Team', 0, 0);
COMMIT;
