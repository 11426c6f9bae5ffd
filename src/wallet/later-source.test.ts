import { expect, it, vi } from 'vitest'
import { report } from '../lib/report.ts'
import { laterSource } from './later-source.ts'
import type { WalletSource } from './wallet-source.ts'

function createSource(): WalletSource & { started: number } {
  const source = {
    started: 0,
    current: () => undefined,
    isRestoring: () => false,
    listOptions: async () => [],
    connect: async () => {},
    disconnect: async () => {},
    start() {
      source.started += 1
      return () => {
        source.started -= 1
      }
    },
  }
  return source
}

it('loads nothing without a connection to restore until it is used', async () => {
  const made = createSource()
  const load = vi.fn(async () => made)
  const source = laterSource({ reportError: report, load, canRestore: () => false })
  const stop = source.start(() => {})
  expect(source.isRestoring()).toBe(false)
  expect(load).not.toHaveBeenCalled()
  await source.listOptions()
  await source.listOptions()
  expect(load).toHaveBeenCalledTimes(1)
  expect(made.started).toBe(1)
  stop()
  expect(made.started).toBe(0)
})

it('restores a connection once it is loaded, unless it was stopped', async () => {
  const made = createSource()
  const source = laterSource({ reportError: report, load: async () => made, canRestore: () => true })
  source.start(() => {})()
  const onChange = vi.fn()
  const stop = source.start(onChange)
  expect(source.isRestoring()).toBe(true)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(source.isRestoring()).toBe(false)
  expect(made.started).toBe(1)
  stop()
  expect(made.started).toBe(0)
})

it('rejects when the code cannot be loaded, and loads it again', async () => {
  const load = vi
    .fn<() => Promise<WalletSource>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  load.mockResolvedValue(createSource())
  const source = laterSource({ reportError: report, load, canRestore: () => true })
  const onChange = vi.fn()
  source.start(onChange)
  const refused = source.connect('any')
  await expect(refused).rejects.toMatchObject({ code: 'LOAD_FAILED' })
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(source.isRestoring()).toBe(false)
  await expect(source.connect('any')).resolves.toBeUndefined()
})
