-- 0023: tables may live in several databases (cells). The one with the accounts is home; it knows the others.

SET LOCAL lock_timeout = '3s';

SET LOCAL statement_timeout = '1min';

-- Which cell this database is: home, or one that `rondel migrate` has made into another.
ALTER TABLE cell ADD COLUMN name text NOT NULL DEFAULT 'home', ADD COLUMN number integer NOT NULL DEFAULT 0;

-- At home: the cells there are, and which of them take new tables. A number is in the ids of its cell's tables.
CREATE TABLE known_cell (
    number integer PRIMARY KEY CHECK (number BETWEEN 0 AND 4095),
    name text NOT NULL UNIQUE,
    takes_tables boolean NOT NULL
);

INSERT INTO known_cell (number, name, takes_tables) VALUES (0, 'home', true);

-- At home: the codes of tables that were opened since there are cells, in whichever of them. A code is one table's.
CREATE TABLE table_code (
    code text PRIMARY KEY,
    table_id uuid NOT NULL
);

GRANT SELECT ON known_cell TO rondel_app;

GRANT SELECT, INSERT, DELETE ON table_code TO rondel_app;
