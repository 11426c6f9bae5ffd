import { expect, it } from 'vitest'
import { hasPostgres, hasRedis } from '../../scripts/testing/servers.ts'
import { operate } from './operate.ts'

it.skipIf(!hasPostgres || !hasRedis)(
  'leads an operator from a preset to two instances that serve traders, also after a kill and an import',
  async () => {
    const lines: string[] = []
    await operate((line) => lines.push(line))
    expect(lines.filter((line) => line.startsWith('USDC for WETH'))).toHaveLength(4)
  },
  900_000,
)
