import { type Address, formatUnits, type Hex } from 'viem'
import type { UndeployedChain } from '../config/types.ts'
import { createDeployClient, type Payer } from './deploy-client.ts'
import { type Deployment, getDeployment } from './deployment.ts'
import { describeInspection } from './describe-inspection.ts'
import { inspectChain } from './inspect-chain.ts'
import { isSameStep, raiseFees, readPending } from './replacement.ts'
import { awaitPending, type Patience, sendStep } from './send-step.ts'
import { verifyDeployment } from './verify-deployment.ts'

export interface DeployChainOptions {
  treasury: Address
  payer?: Payer | undefined
  /** Sends transactions only if true. */
  send: boolean
  /** A transaction of an earlier run to replace with a higher fee. */
  replace?: Hex | undefined
  patience: Patience
  log(line: string): void
}

/** State of the chain after this run. */
export type DeployOutcome =
  | { state: 'verified'; deployment: Deployment }
  | { state: 'planned'; deployment: Deployment }

/** Deploys what a chain is missing and verifies the result. Throws if anything differs. */
export async function deployChain(
  chain: UndeployedChain,
  options: DeployChainOptions,
): Promise<DeployOutcome> {
  const { treasury, payer, send, replace, patience, log } = options
  const deployment = getDeployment(chain, treasury)
  const client = createDeployClient(chain, chain.rpcUrls[0] ?? '', payer)

  const replaced = replace && (await readPending(replace, client))
  if (replace && !replaced) log(`  not replaced ${replace} is mined or unknown to the node`)
  const onWaiting = (line: string) => log(`  waiting ${line}`)
  const nonce = send && payer && !replaced ? await awaitPending(client, patience, onWaiting) : undefined
  const inspection = await inspectChain(chain, deployment, client, (fees) =>
    replaced ? raiseFees(fees, replaced) : fees,
  )
  for (const line of describeInspection(chain, deployment, inspection)) log(line)
  if (inspection.problems.length > 0) {
    throw new Error(inspection.problems.map((problem) => `  ${problem}`).join('\n'))
  }
  const { steps, fees } = inspection
  if (steps.length > 0 && !send) return { state: 'planned', deployment }
  if (steps.length > 0 && !payer) {
    throw new Error('  No deployer account. Set SLUICE_DEPLOYER_KEY or pass --from <address>.')
  }
  if (replaced && steps.length > 0 && !isSameStep(steps[0], replaced)) {
    throw new Error(
      `  The transaction ${replace} does not match the next step of this deployment. Nothing was sent.`,
    )
  }
  for (const [i, step] of steps.entries()) {
    const [old, first] = i === 0 ? [replaced, nonce] : []
    const onSent = (hash: string) =>
      log(`  sent         ${step.name}: ${hash}${old ? `, replaces ${old.hash}` : ''}`)
    await sendStep(step, { client, fees, patience, replaced: old, nonce: first, onSent, onWaiting })
  }
  await verifyDeployment(chain, deployment, {
    patience,
    onWaiting: (host) => onWaiting(`for ${host} to return the deployment`),
  })
  const spent = inspection.balanceWei && inspection.balanceWei - (await balanceOf(client))
  if (steps.length > 0 && spent !== undefined) {
    log(`  paid         ${formatUnits(spent, chain.nativeCurrency.decimals)} ${chain.nativeCurrency.symbol}`)
  }
  log('  verified     code and table match the compiled contracts and the config')
  return { state: 'verified', deployment }
}

async function balanceOf(client: ReturnType<typeof createDeployClient>): Promise<bigint> {
  return client.account ? client.getBalance({ address: client.account.address }) : 0n
}
