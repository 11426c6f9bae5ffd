import type { Query } from './database.ts'

/** Of work that one instance does for all. */
export interface Lease {
  name: string
  /** Who asks: the same text at each renewal, and no other's. */
  holder: string
  seconds: number
}

/** True for whoever holds the lease now: taken when free, renewed when one's own. */
export async function takeLease(query: Query, { name, holder, seconds }: Lease): Promise<boolean> {
  const rows = await query(
    `INSERT INTO sluice_leases AS lease (name, holder, until)
     VALUES ($1, $2, now() + make_interval(secs => $3::integer))
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE lease.holder = excluded.holder OR lease.until < now()
     RETURNING name`,
    [name, holder, seconds],
  )
  return rows.length > 0
}

/** Lets another take over at once. */
export async function endLease(query: Query, { name, holder }: Omit<Lease, 'seconds'>): Promise<void> {
  await query('DELETE FROM sluice_leases WHERE name = $1 AND holder = $2', [name, holder])
}
