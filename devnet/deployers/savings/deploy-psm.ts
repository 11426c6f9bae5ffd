import { type Address, parseAbi } from 'viem'
import type { TestChain } from '../../setup/test-chain.ts'
import { trusted } from '../../setup/test-source.ts'

const ONE = 10n ** 18n
/** Whole tokens on each side. */
const HELD = 1_000_000n
/** 0.03 % and 0.07 %, in wad. */
export const PSM_FEES = { tin: 300_000_000_000_000n, tout: 700_000_000_000_007n }
export const HALTED = 2n ** 256n - 1n

const psmAbi = parseAbi([
  'function file(uint256 tin, uint256 tout)',
  'function pocket() view returns (address)',
  'function to18ConversionFactor() view returns (uint256)',
])
const daiUsdsAbi = parseAbi(['function daiJoin() view returns (address)', 'function cage()'])
const pocketAbi = parseAbi(['function allow(address token, address spender, uint256 amount)'])

interface Ground {
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

/**
 * Ports of a peg stability module, of its wrapper for another token, and of DaiUsds, because no
 * package publishes their code.
 */
export function deployPsms(chain: Pick<TestChain, 'client' | 'write'>, { mint, deploy }: Ground) {
  /** @param contract `TestPsm`, or `HostilePsm` with the false token that it may name */
  async function addPsm([gem, dai]: readonly [Address, Address], contract = 'TestPsm', ...others: unknown[]) {
    const pocket = await deploy('TestPocket')
    const psm = await deploy(contract, [gem, dai, pocket, ...others])
    const { client } = chain
    const factor = await client.readContract({
      address: psm,
      abi: psmAbi,
      functionName: 'to18ConversionFactor',
    })
    const allow = (amount: bigint) => chain.write(pocket, pocketAbi, 'allow', [gem, psm, amount])
    const file = (tin: bigint, tout: bigint) => chain.write(psm, psmAbi, 'file', [tin, tout])
    await allow(HALTED)
    await file(PSM_FEES.tin, PSM_FEES.tout)
    await mint(gem, pocket, (HELD * ONE) / factor)
    await mint(dai, psm, HELD * ONE)
    return { psm, pocket, gem, dai, factor, allow, file, source: trusted(13, psm) }
  }

  /**
   * Wraps an inner module for another token, which is converted one for one with the inner
   * module's.
   */
  async function addPsmWrapper(inner: Address, usds: Address) {
    const psm = await deploy('TestPsmWrapper', [inner, usds])
    return { psm, source: trusted(13, psm) }
  }

  /** @param contract `TestDaiUsds`, or `HostileDaiUsds` */
  async function addDaiUsds([dai, usds]: readonly [Address, Address], contract = 'TestDaiUsds') {
    const converter = await deploy(contract, [dai, usds])
    const join = await chain.client.readContract({
      address: converter,
      abi: daiUsdsAbi,
      functionName: 'daiJoin',
    })
    return {
      converter,
      dai,
      usds,
      source: trusted(13, converter),
      cage: () => chain.write(join, daiUsdsAbi, 'cage', []),
    }
  }

  return { addPsm, addPsmWrapper, addDaiUsds }
}
