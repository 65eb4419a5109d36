# Reads a lake as analysts do and prints, per reader and table: rows, the sum of a
# column and the last date. Usage: read.py HOME TABLE.COLUMN...
import os
import sys
import tempfile

import duckdb
import pandas
import polars
import pyarrow.compute
import pyarrow.dataset

home = os.path.abspath(sys.argv[1])
wanted = [name.split(".") for name in sys.argv[2:]]


def say(reader, table, rows, total, last):
    print(reader, table, rows, int(total or 0), str(last)[:10])


def ask(connection, source, column):
    return connection.execute(f"select count(*), sum({column}), max(date) from {source}").fetchone()


os.chdir(home)
for table, column in wanted:
    glob = f"read_parquet('lake/{table}/*/*.parquet', union_by_name = true, hive_types = {{'date': date}})"
    say("duckdb_glob", table, *ask(duckdb.connect(), glob, column))

    frame = pandas.read_parquet(f"lake/{table}")
    say("pandas", table, len(frame), frame[column].sum(), max(frame["date"]))

    data = pyarrow.dataset.dataset(f"lake/{table}", partitioning="hive").to_table()
    say("pyarrow", table, data.num_rows, pyarrow.compute.sum(data[column]).as_py(), pyarrow.compute.max(data["date"]).as_py())

    lazy = polars.scan_parquet(f"lake/{table}/**/*.parquet", hive_partitioning=True)
    rows, total, last = lazy.select(polars.len(), polars.col(column).sum(), polars.col("date").max()).collect().row(0)
    say("polars", table, rows, total, last)

# The catalogue works from any folder, and after home was moved.
os.chdir(tempfile.gettempdir())
catalogue = os.path.join(home, "lake", "recon.duckdb")
for table, column in wanted:
    with duckdb.connect(catalogue, read_only=True) as connection:
        say("catalogue", table, *ask(connection, table, column))
os.chdir(home)
for table, column in wanted:
    with duckdb.connect("lake/recon.duckdb", read_only=True) as connection:
        say("catalogue_from_home", table, *ask(connection, table, column))
with duckdb.connect() as connection:
    connection.execute("attach 'lake/recon.duckdb' as recon (read_only)")
    for table, column in wanted:
        say("attached", table, *ask(connection, "recon." + table, column))
