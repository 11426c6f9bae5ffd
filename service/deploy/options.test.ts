import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { PAYER, TREASURY } from './testing/fresh-chain.ts'

describe('readOptions', () => {
  it('reads the command line and the environment', () => {
    const env = {
      SLUICE_CONFIG: 'a.json',
      SLUICE_DEPLOYER_KEY: PAYER.privateKey,
      SLUICE_RPC_BASE: 'https://b',
    }
    expect(readOptions(['--chain', 'BSC', '--send'], env)).toEqual({
      configPath: 'a.json',
      nodes: { SLUICE_RPC_BASE: 'https://b' },
      chains: ['bnb'],
      treasury: undefined,
      payer: { key: PAYER.privateKey },
      send: true,
    })
    expect(readOptions(['--config', 'b.json', '--from', TREASURY], env)).toMatchObject({
      configPath: 'b.json',
      payer: { unlocked: TREASURY },
      send: false,
    })
  })

  it.each([
    [[], /No config of the service/],
    [['--config', 'x', '--chain', 'mo on'], /--chain must be one of ethereum, .* "mo on"/],
    [['--config', 'x', '--treasury', '0x1'], /--treasury must be an address/],
    [['--config', 'x', '--snd'], /--snd/],
    [['--config', 'x', '--replace', '0x12'], /--replace must be the hash of a transaction/],
  ])('rejects an invalid option with a reason: %j', (args, reason) => {
    expect(() => readOptions(args, {})).toThrow(reason)
  })

  it('never quotes an invalid key', () => {
    const read = () => readOptions(['--config', 'x.json'], { SLUICE_DEPLOYER_KEY: 'my words are secret' })
    expect(read).toThrow(/^SLUICE_DEPLOYER_KEY must be a private key: 64 hex digits\.$/)
  })
})
