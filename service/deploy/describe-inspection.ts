import { formatGwei, formatUnits } from 'viem'
import type { UndeployedChain } from '../config/types.ts'
import { getLacks } from '../presets/get-lacks.ts'
import type { ComparedPools } from './compare-pools.ts'
import { CREATE2_DEPLOYER } from './create2-deployer.ts'
import type { Deployment } from './deployment.ts'
import { getHost } from './get-host.ts'
import type { Inspection } from './inspect-chain.ts'
import { describeSmallBlocks } from './small-blocks.ts'

/** Describes deployed contracts, missing steps and their cost, one line each. */
export function describeInspection(
  chain: UndeployedChain,
  { settlement, executor, arguments: { treasury } }: Deployment,
  {
    steps,
    problems,
    pools,
    isTreasuryContract,
    smallBlocks,
    fees,
    gas,
    costWei,
    l1FeeWei,
    balanceWei,
  }: Inspection,
): string[] {
  const { symbol, decimals } = chain.nativeCurrency
  const missing = new Set(steps.map(({ name }) => name))
  const state = (name: Parameters<typeof missing.has>[0]) => (missing.has(name) ? 'to deploy' : 'deployed')
  const amount = (wei: bigint) => `${formatUnits(wei, decimals)} ${symbol}`
  const price = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas
  const besides =
    l1FeeWei === 0n
      ? ''
      : `, and ${l1FeeWei === undefined ? 'an unknown fee' : amount(l1FeeWei)} for data on Ethereum and the operator`
  const without = getLacks(chain)?.sources ?? []
  const sources = chain.sources.map(({ index, module }) => `${index} ${module}`).join(', ')
  return [
    `${chain.name} (${chain.id}) through ${getHost(chain)}`,
    `  deployer     ${CREATE2_DEPLOYER} ${state('CREATE2 deployer')}`,
    `  settlement   ${settlement} ${state('settlement')}`,
    `  executor     ${executor} ${state('settlement')}, by the settlement`,
    `  treasury     ${treasury}, ${isTreasuryContract ? 'a contract' : 'no contract on this chain'}; immutable`,
    `  sources      ${sources}`,
    ...(pools ? [`  compared     ${describePools(pools)}`] : []),
    ...(missing.has('settlement') && without.length > 0
      ? [`  without      ${without.join(', ')}: to add them, extend \`sources\` before you deploy`]
      : []),
    ...(smallBlocks ? describeSmallBlocks(smallBlocks) : []).map(
      (line, i) => `  ${i === 0 ? 'blocks' : '      '}       ${line}`,
    ),
    ...(steps.length === 0
      ? []
      : [
          problems.length > 0 && gas === 0n
            ? '  cost         not estimated until the problems below are solved'
            : `  cost         at most ${amount(costWei)} (${gas} gas at ${formatGwei(price)} gwei${besides})`,
          balanceWei === undefined ? '  payer        none' : `  balance      ${amount(balanceWei)}`,
        ]),
  ]
}

function describePools({ fitting, unknown }: ComparedPools): string {
  const without = unknown.length > 0 ? `; no pool of ${unknown.join(', ')} was compared` : ''
  return `${fitting.join(', ') || 'no source'} by the address of an existing pool${without}`
}
