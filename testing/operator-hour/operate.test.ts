import { expect, it } from 'vitest'
import { hasPostgres, hasRedis } from '../servers.ts'
import { operate } from './operate.ts'

it.skipIf(!hasPostgres || !hasRedis)(
  'an operator gets from a preset to two instances by the commands, and traders are served by each, also after a kill and an import',
  async () => {
    const lines: string[] = []
    await operate((line) => lines.push(line))
    expect(lines.filter((line) => line.startsWith('USDC for WETH'))).toHaveLength(4)
  },
)
