import type pg from 'pg';
import { appRole, databaseName } from './cluster.ts';

/**
 * Sets up what the application needs in the cluster, using the superuser's connection `admin`: the application's role,
 * which isn't a superuser, with this password, and the database, which that role owns. A database of an earlier
 * release, which belonged to the superuser, is handed over with all its objects in a single transaction. `connect`
 * opens a superuser's connection to a database. Must be called while holding the lock.
 */
export async function prepareRoles(
  admin: pg.Client,
  password: string,
  connect: (database: string) => Promise<pg.Client>,
): Promise<void> {
  const secret = admin.escapeLiteral(password);
  const attributes = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${secret}`;
  const known = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [appRole]);
  await admin.query(`${known.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${appRole} ${attributes}`);
  await admin.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC');
  const { rows } = await admin.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [databaseName],
  );
  if (rows.length === 0) await admin.query(`CREATE DATABASE ${databaseName} OWNER ${appRole}`);
  else if (rows[0]?.owner !== appRole) await transferOwnership(await connect(databaseName));
}

/** PostgreSQL's REASSIGN OWNED refuses this: the bootstrap superuser owns objects that PostgreSQL itself requires. */
const reassignObjects = `DO $$
DECLARE statement text;
BEGIN
  FOR statement IN
    WITH own AS (
      SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), part AS (
      SELECT classid, objid FROM pg_depend WHERE deptype IN ('e', 'i') OR (deptype = 'a' AND refobjsubid > 0)
    )
    SELECT format('ALTER SCHEMA %I OWNER TO ${appRole}', nspname) FROM own WHERE nspname <> 'public'
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO ${appRole}',
        CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
          WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, class.oid::regclass)
      FROM pg_class class JOIN own ON own.oid = relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S', 'c')
        AND (relkind IN ('r', 'p') OR (1259::oid, class.oid) NOT IN (SELECT classid, objid FROM part))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${appRole}', routine.oid::regprocedure)
      FROM pg_proc routine JOIN own ON own.oid = pronamespace
      WHERE (1255::oid, routine.oid) NOT IN (SELECT classid, objid FROM part)
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${appRole}', type.oid::regtype)
      FROM pg_type type JOIN own ON own.oid = typnamespace
      WHERE typtype IN ('e', 'd', 'r') AND (1247::oid, type.oid) NOT IN (SELECT classid, objid FROM part)
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`;

async function transferOwnership(client: pg.Client): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(reassignObjects);
    await client.query(`ALTER DATABASE ${databaseName} OWNER TO ${appRole}`);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
