import type { Query } from './database.ts'

/** A lease on work that one instance does for all. */
export interface Lease {
  name: string
  /** Unique id of the instance, the same at each renewal. */
  holder: string
  seconds: number
}

/** Takes the lease if it is free, or renews it. Returns true if the holder has the lease now. */
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

export async function endLease(query: Query, { name, holder }: Omit<Lease, 'seconds'>): Promise<void> {
  await query('DELETE FROM sluice_leases WHERE name = $1 AND holder = $2', [name, holder])
}
