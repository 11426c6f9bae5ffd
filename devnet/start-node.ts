import { type Anvil, type ChainStart, PortTakenError, startAnvil } from './anvil.ts'
import type { ChainPlan } from './chains.ts'
import { createRpc } from './rpc.ts'

type NodeOptions = { port: number; accounts: number } & ChainStart

/** A quiet node of one chain. A port that is taken is told with the variable that moves it. */
export async function startNode(plan: ChainPlan, options: NodeOptions): Promise<Anvil> {
  const node = await startAnvil({ ...options, chainId: plan.id }).catch((error: unknown) => {
    if (!(error instanceof PortTakenError)) throw error
    throw new Error(
      `Port ${error.port} is taken, and the chain ${plan.name} needs it. Free it, or set ${plan.portVariable} to another.`,
      { cause: error },
    )
  })
  await createRpc(node.rpcUrl).request('anvil_setLoggingEnabled', false)
  return node
}
