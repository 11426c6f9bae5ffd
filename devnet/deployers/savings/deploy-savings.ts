import { type Address, parseAbi } from 'viem'
import type { TestChain } from '../../setup/test-chain.ts'

/** Five percent a year, as a factor per second with 27 decimals. */
const SAVINGS_RATE = 1_000_000_001_547_125_957_863_212_448n

const abi = parseAbi([
  'function file(uint256)',
  'function drip() returns (uint256)',
  'function cage()',
  'function setLie(uint8)',
])

interface Ground {
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

/**
 * Ports of MakerDAO's sDAI and Sky's sUSDS, because no package has their code. Anyone may mint
 * their tokens.
 */
export function deploySavings({ write }: Pick<TestChain, 'write'>, { deploy }: Ground) {
  async function addSDai(dai: Address) {
    const join = await deploy('TestSavingsJoin', [dai])
    const pot = await deploy('TestPot')
    const vault = await deploy('TestSDai', [join, pot])
    const drip = () => write(pot, abi, 'drip', [])
    await write(pot, abi, 'file', [SAVINGS_RATE])
    return {
      vault,
      asset: dai,
      drip,
      /** Closes the contract that mints DAI. */
      closeJoin: () => write(join, abi, 'cage', []),
      /** Shuts the savings down and stops interest. */
      cagePot: () => write(pot, abi, 'cage', []),
    }
  }

  /** @param contract `TestSUsds`, or `LyingSavings` */
  async function addSUsds(usds: Address, contract: 'TestSUsds' | 'LyingSavings' = 'TestSUsds') {
    const vault = await deploy(contract, [await deploy('TestSavingsJoin', [usds])])
    await write(vault, abi, 'file', [SAVINGS_RATE])
    return {
      vault,
      asset: usds,
      drip: () => write(vault, abi, 'drip', []),
      /** Overstates nothing, the last rate, the current rate, or every view. */
      setLie: (lie: 0 | 1 | 2 | 3) => write(vault, abi, 'setLie', [lie]),
    }
  }

  return { addSDai, addSUsds }
}
