import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres, startTestPostgres, type TestServer } from '../../scripts/testing/servers.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { createElection, type Election } from './create-election.ts'

/**
 * The short lease belongs to a leader whose end the test awaits. The long lease survives a slow
 * machine.
 */
const BRIEF_LEASE = 2
const LONG_LEASE = 600

describe('an election over the embedded database', () => {
  it('elects the only candidate immediately and reports it', async () => {
    const database = openDatabase({})
    const election = createElection({ database, name: 'work' })
    const told: boolean[] = []
    election.onChange((isLeader) => told.push(isLeader))
    await election.decided
    expect(election.isLeader()).toBe(true)
    await election.stop()
    expect(election.isLeader()).toBe(false)
    expect(told).toEqual([true, false])
    await database.close()
  })
})

describe.skipIf(!hasPostgres)('an election over PostgreSQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestPostgres()
  })
  afterAll(() => server?.stop())

  function stand(name: string, leaseSeconds = LONG_LEASE): { election: Election; database: Database } {
    const database = openDatabase({ url: server.url })
    const election = createElection({ database, name, leaseSeconds, everyMs: 100 })
    onTestFinished(async () => {
      await election.stop()
      // One test has cut it off already.
      await database.close().catch(() => undefined)
    })
    return { election, database }
  }

  it('has one winner of five, and others for other work', async () => {
    const stood = Array.from({ length: 5 }, () => stand('one').election)
    const other = stand('other').election
    await Promise.all([...stood, other].map(({ decided }) => decided))
    expect(stood.filter((election) => election.isLeader())).toHaveLength(1)
    expect(other.isLeader()).toBe(true)
  })

  it('elects the next candidate immediately when the leader withdraws', async () => {
    const first = stand('withdrawn').election
    await first.decided
    const second = stand('withdrawn').election
    await second.decided
    expect([first.isLeader(), second.isLeader()]).toEqual([true, false])
    await first.stop()
    await expect.poll(() => second.isLeader()).toBe(true)
    expect(first.isLeader()).toBe(false)
  })

  it('is won by the next within the lease when the leader is cut off, and never by two', async () => {
    const first = stand('cut-off', BRIEF_LEASE)
    await first.election.decided
    const second = stand('cut-off', BRIEF_LEASE).election
    await second.decided
    let both = 0
    second.onChange(() => {
      if (first.election.isLeader()) both += 1
    })
    await first.database.close()
    await expect.poll(() => second.isLeader()).toBe(true)
    expect(first.election.isLeader()).toBe(false)
    expect(both).toBe(0)
  })

  it('has no leader while the database is down, and elects one when it is back', async () => {
    const { election } = stand('gone', BRIEF_LEASE)
    await expect.poll(() => election.isLeader()).toBe(true)
    await server.kill()
    await expect.poll(() => election.isLeader()).toBe(false)
    await server.restart()
    await expect.poll(() => election.isLeader()).toBe(true)
  })
})
