import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createInitialized } from './initialized-files.ts'

describe('initialized database', () => {
  const parent = mkdtempSync(join(tmpdir(), 'sluice-initialized-'))
  const kept = join(parent, 'cache', 'files.tar')
  const opened: PGlite[] = []
  const create = async (directory: string | undefined, files: string) => {
    const database = await createInitialized(directory, files)
    opened.push(database)
    return database
  }
  const tablesOf = async (database: PGlite) =>
    (await database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).rows
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true }))

  it('is created again if the cached files are unreadable, and replaces them', async () => {
    mkdirSync(join(parent, 'cache'))
    writeFileSync(kept, 'no archive')
    const directory = join(parent, 'first')
    mkdirSync(directory)
    const made = await create(directory, kept)
    await made.exec('CREATE TABLE own (words text)')
    expect(await tablesOf(made)).toEqual([{ tablename: 'own' }])
    expect(readFileSync(kept).length).toBeGreaterThan(1_000_000)
    expect(readdirSync(join(parent, 'cache'))).toEqual(['files.tar'])
  })

  it('is copied from the cached files, in a directory and in memory, without other data', async () => {
    const before = readFileSync(kept)
    const directory = join(parent, 'second')
    mkdirSync(directory)
    for (const place of [directory, undefined]) {
      const copied = await create(place, kept)
      expect(await tablesOf(copied)).toEqual([])
      await copied.exec("CREATE TABLE own (words text); INSERT INTO own VALUES ('kept')")
    }
    expect(readFileSync(kept).equals(before)).toBe(true)
  })

  it('is created if nothing can be cached', async () => {
    writeFileSync(join(parent, 'file'), '')
    expect(await tablesOf(await create(undefined, join(parent, 'file', 'files.tar')))).toEqual([])
  })
})
