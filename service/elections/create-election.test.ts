import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres, startTestPostgres, type TestServer } from '../../testing/servers.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { createElection, type Election } from './create-election.ts'

const LEASE_SECONDS = 2
const within = { timeout: 15_000, interval: 20 }

describe('an election over the embedded database', () => {
  it('is won at once by whoever is alone, and told', async () => {
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

  function stand(name: string): { election: Election; database: Database } {
    const database = openDatabase({ url: server.url })
    const election = createElection({ database, name, leaseSeconds: LEASE_SECONDS, everyMs: 100 })
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

  it('is won by the next at once when the leader withdraws', async () => {
    const first = stand('withdrawn').election
    await first.decided
    const second = stand('withdrawn').election
    await second.decided
    expect([first.isLeader(), second.isLeader()]).toEqual([true, false])
    await first.stop()
    await expect.poll(() => second.isLeader(), within).toBe(true)
    expect(first.isLeader()).toBe(false)
  })

  it('is won by the next within the lease when the leader is cut off, and never by two', async () => {
    const first = stand('cut-off')
    await first.election.decided
    const second = stand('cut-off').election
    await second.decided
    let both = 0
    let handedOver: number | undefined
    second.onChange(() => {
      handedOver = performance.now()
      if (first.election.isLeader()) both += 1
    })
    const cutMs = performance.now()
    await first.database.close()
    await expect.poll(() => second.isLeader(), within).toBe(true)
    expect(first.election.isLeader()).toBe(false)
    expect(both).toBe(0)
    expect((handedOver ?? Number.POSITIVE_INFINITY) - cutMs).toBeLessThan((LEASE_SECONDS + 3) * 1000)
  })

  it("is nobody's while the database is gone, and somebody's again when it is back", async () => {
    const { election } = stand('gone')
    await election.decided
    expect(election.isLeader()).toBe(true)
    await server.kill()
    await expect.poll(() => election.isLeader(), within).toBe(false)
    await server.restart()
    await expect.poll(() => election.isLeader(), within).toBe(true)
  })
})
