import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { createElection } from '../elections/create-election.ts'
import { describeEachDatabase } from '../testing/describe-each-database.ts'
import { checkKeysDatabase } from './check-keys-database.ts'
import { findLocalService } from './find-local-service.ts'

const localService = 'http://127.0.0.1:8787'

describeEachDatabase('the database of the keys command', (open) => {
  it('is accepted while a service that responds holds a lease in it', async () => {
    const database = open()
    onTestFinished(() => database.close())
    const options = { database, isDatabaseNamed: false, localService }
    await expect(checkKeysDatabase(options)).rejects.toThrow(
      `The service at ${localService} does not use the database in ${database.place}. ` +
        'Set DATABASE_URL or SLUICE_DATA_DIR to the values that the service runs with.',
    )
    const election = createElection({ database, name: 'pools 1' })
    await election.decided
    await checkKeysDatabase(options)
    await election.stop()
    await expect(checkKeysDatabase(options)).rejects.toThrow('does not use the database')
  })
})

describeEachDatabase('the database of the keys command without a running service', (open) => {
  it('is accepted if the environment names it', async () => {
    const database = open()
    onTestFinished(() => database.close())
    await checkKeysDatabase({ database, isDatabaseNamed: true, localService: undefined })
  })
})

it('is rejected by default if it does not exist and no service responds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-keys-'))
  const database = openDatabase({ dataDir })
  onTestFinished(async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await expect(
    checkKeysDatabase({ database, isDatabaseNamed: false, localService: undefined }),
  ).rejects.toThrow(`There is no database in ${dataDir}, and no service responds.`)
})

it.each([
  ['a Sluice service that is down', 503, '{"name":"sluice","status":"down"}', true],
  ['another server', 200, '{"name":"other"}', false],
  ['a page', 200, '<p>Hello</p>', false],
])('recognizes %s correctly', async (_, status, body, isFound) => {
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await findLocalService(port)).toBe(isFound ? `http://127.0.0.1:${port}` : undefined)
})

it('finds no service on a closed port', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  expect(await findLocalService(port)).toBeUndefined()
})
