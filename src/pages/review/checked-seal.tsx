import { Notice } from '../../components/notice.tsx'
import { toSealSeed } from '../../components/seal/guilloche.ts'
import { SEAL_FACTS, SealCard } from '../../components/seal/seal-card.tsx'
import { getCheckedFacts } from '../../execution/machine/checked-facts.ts'
import type { VerifiedQuote } from '../../execution/machine/types.ts'
import { getSealHelp, toSealedSwap } from '../../hooks/to-sealed-swap.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { mostInput } from '../../lib/purchase.ts'
import type { ConfirmingState } from './stages/confirming-state.ts'

/** Returns whether the seal of a swap lists its facts. */
export function hasSeal(state: ConfirmingState): boolean {
  const verified = getVerified(state)
  if (!verified) return state.stage !== 'failed' && state.stage !== 'approving'
  return verified.minOutputAmount !== undefined || verified.simulation !== undefined
}

function getVerified(state: ConfirmingState): VerifiedQuote | undefined {
  return 'verified' in state ? state.verified : undefined
}

/** The seal of a swap, which closes as the facts of the transaction pass their checks. */
export function CheckedSeal({ state }: { state: ConfirmingState }) {
  const { t } = useTranslation()
  const { intent, terms } = state
  const router = useChain(intent.chainId)?.routerAddress
  const verified = getVerified(state)
  const isPurchase = intent.outputAmount !== undefined
  if (!hasSeal(state)) {
    if (!verified) return null
    return (
      <Notice tone="warning" title={t('stage.unchecked.title')}>
        {t('stage.unchecked.help')}
      </Notice>
    )
  }
  const checked = verified
    ? getCheckedFacts(verified)
    : state.stage === 'verifying'
      ? (state.checked ?? [])
      : []
  return (
    <SealCard
      swap={
        verified
          ? toSealedSwap(intent, verified)
          : {
              ...intent,
              contract: intent.wrapper ?? router,
              minimum: terms.minOutputAmount,
              maximum: isPurchase ? mostInput(intent) : undefined,
              costWei: undefined,
            }
      }
      seed={verified && toSealSeed(verified)}
      checked={SEAL_FACTS.filter((fact) => checked.includes(fact))}
      isBusy={!verified}
      help={verified && t(getSealHelp(intent, verified))}
    />
  )
}
