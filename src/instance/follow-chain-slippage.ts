import { forChain } from '../config/per-chain.ts'
import type { Widget } from './types.ts'

/**
 * Moves the slippage limit to the host's default for the chain when the user picks another chain, unless they chose a
 * limit of their own. Returns the unsubscribe function.
 */
export function followChainSlippage({
  form,
  settings,
  config,
}: Pick<Widget, 'form' | 'settings' | 'config'>): () => void {
  return form.subscribe((now, before) => {
    if (now.inputChainId === before.inputChainId) return
    const { isSlippageAuto, isSlippageChosen } = settings.getState()
    if (isSlippageAuto || isSlippageChosen) return
    settings.setState({ slippageBps: forChain(config.getState().slippageBps, now.inputChainId) })
  })
}
