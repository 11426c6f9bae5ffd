import { encodePacked, getContractAddress, keccak256 } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { Artifacts } from '../../bytecode/artifacts.ts'
import { unitsWorth } from '../../plan/amounts.ts'
import type { ManifestSolidlyPair, ManifestToken } from '../../plan/manifest.ts'
import type { SolidlyPairPlan } from '../../plan/solidly-pairs.ts'
import type { SolidlySource } from '../../plan/source.ts'
import { tokenPlan } from '../../plan/tokens.ts'
import type { Setup } from '../../setup/setup.ts'
import type { TradingDesk } from '../../setup/trading-desk.ts'

const FEE_BPS = 5

/** Deploys Dystopia, a fork of Solidly. */
export function queueSolidly(setup: Setup, { dystopia, dystopiaPairHash }: Artifacts): SolidlySource {
  return {
    index: 8,
    module: 'dystopia',
    name: 'Dystopia',
    kind: 'solidly',
    factory: setup.deploy('Dystopia', dystopia, [setup.deployer]),
    initCodeHash: dystopiaPairHash,
    feeBps: FEE_BPS,
  }
}

/** Creates and fills the planned pairs through the desk. */
export function queueSolidlyPairs(
  setup: Setup,
  { source, desk }: { source: SolidlySource; desk: TradingDesk },
  { plans, tokens }: { plans: SolidlyPairPlan[]; tokens: ManifestToken[] },
): ManifestSolidlyPair[] {
  return plans.map(({ a, b, isStable, depthUsd, offsetBps }) => {
    const side = (symbol: string, usd: number) => {
      const token = tokens.find((candidate) => candidate.symbol === symbol)?.address
      if (!token) throw new Error(`No token ${symbol} is deployed`)
      return { token, amount: unitsWorth(usd, tokenPlan(symbol)) }
    }
    const [first, second] = [side(a, depthUsd / 2), side(b, (depthUsd / 2) * (1 + offsetBps / 10_000))]
    const args = [isStable, first.token, first.amount, second.token, second.amount]
    setup.call(`Dystopia ${a}/${b}`, desk.address, desk, 'addPair', args)
    const isSorted = BigInt(first.token) < BigInt(second.token)
    const pair: [Address, Address] = isSorted ? [first.token, second.token] : [second.token, first.token]
    return { address: pairAddress(source, pair, isStable), module: source.module, tokens: pair, isStable }
  })
}

/** Computes the address before the pair is created. */
function pairAddress(source: SolidlySource, tokens: [Address, Address], isStable: boolean): Address {
  const salt: Hex = keccak256(encodePacked(['address', 'address', 'bool'], [...tokens, isStable]))
  const { factory: from, initCodeHash: bytecodeHash } = source
  return getContractAddress({ opcode: 'CREATE2', from, salt, bytecodeHash })
}
