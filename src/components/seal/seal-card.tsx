import { type ReactNode, useId, useState } from 'react'
import { type Address, NATIVE_TOKEN, sameAddress } from '../../../wire/lib/address.ts'
import type { Token } from '../../events/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { usdValue } from '../../lib/usd-value.ts'
import { Card } from '../card.tsx'
import { ExplorerLink } from '../explorer-link.tsx'
import { Icon } from '../icon.tsx'
import { Spinner } from '../spinner.tsx'
import { TokenAmount } from '../token-amount.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { Seal } from './seal.tsx'
import styles from './seal-card.module.css'

/** The facts of a call that are checked before the wallet opens, in the order of the checks. */
export const SEAL_FACTS = ['contract', 'minimum', 'receiver', 'cost'] as const

type SealFact = (typeof SEAL_FACTS)[number]
type SealToken = Pick<Token, 'symbol' | 'decimals'>

/** Amounts are base units. Undefined is unknown. */
export interface SealedSwap {
  chainId: number
  account: Address
  receiver: Address
  inputToken: SealToken
  outputToken: SealToken
  contract: Address | undefined
  /** The least that arrives in a sale. */
  minimum: bigint | undefined
  /** The most that leaves in a purchase. Undefined for a sale. */
  maximum?: bigint | undefined
  costWei: bigint | undefined
  /** The native amount in the transaction, in wei. */
  value?: bigint | undefined
  /** Milliseconds since the epoch. */
  deadlineAt?: number | undefined
}

export interface SealCardProps {
  swap: SealedSwap
  seed: string | undefined
  /** The facts that have passed their check. */
  checked: readonly SealFact[]
  /** Shows the checks that are still running. */
  isBusy?: boolean
  /** How the facts were checked. */
  help?: string | undefined
  /** Lists the facts only on request, for a page that shows the seal itself. Default false. */
  isFolded?: boolean
}

const LOCK = {
  path: 'M7 11V8a5 5 0 0 1 10 0v3M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11Z',
}

/** The seal of a swap with the facts that it stands for. It opens into how each one was checked. */
export function SealCard({ swap, seed, checked, isBusy = false, help, isFolded = false }: SealCardProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const locks = SEAL_FACTS.map((fact) => checked.includes(fact))
  const isClosed = seed !== undefined && locks.every(Boolean)
  const title = t(isBusy ? 'stage.seal.checking' : isClosed ? 'stage.seal.closed' : 'stage.seal.open')
  return (
    <Card className={styles.card}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={id}
        title={t('stage.seal.how')}
        onClick={() => setIsOpen(!isOpen)}
      >
        {!isFolded && <Seal seed={seed} locks={locks} size={84} />}
        {isFolded && <Icon name={LOCK} />}
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {help && (isOpen || !isFolded) && <span className={styles.help}>{help}</span>}
        </span>
        <Icon name="chevronDown" size={18} />
      </button>
      <dl id={id} className={styles.facts} hidden={isFolded && !isOpen}>
        {SEAL_FACTS.map((fact) => (
          <Fact key={fact} {...{ fact, swap, isBusy, isOpen }} isChecked={checked.includes(fact)} />
        ))}
        {isOpen && <FurtherFacts swap={swap} />}
      </dl>
    </Card>
  )
}

interface FactProps {
  fact: SealFact
  swap: SealedSwap
  isChecked: boolean
  isBusy: boolean
  isOpen: boolean
}

function Fact({ fact, swap, isChecked, isBusy, isOpen }: FactProps) {
  const { t } = useTranslation()
  const isPurchase = swap.maximum !== undefined
  const { label, help } = getWords(fact, isPurchase)
  return (
    <Row
      label={t(label)}
      help={isOpen && t(help)}
      isLocked={isChecked}
      mark={
        isChecked ? (
          <Icon name={LOCK} size={14} />
        ) : isBusy ? (
          <Spinner size={14} />
        ) : (
          <Icon name="alert" size={14} />
        )
      }
      status={t(isChecked ? 'stage.done' : isBusy ? 'stage.now' : 'stage.seal.unchecked')}
    >
      {fact === 'cost' && isBusy && swap.costWei === undefined ? (
        <span>…</span>
      ) : (
        <Value fact={fact} swap={swap} />
      )}
    </Row>
  )
}

function getWords(fact: SealFact, isPurchase: boolean) {
  switch (fact) {
    case 'contract':
      return { label: 'stage.checks.contract', help: 'stage.checks.contractHelp' } as const
    case 'receiver':
      return { label: 'review.recipient', help: 'stage.checks.recipientHelp' } as const
    case 'cost':
      return { label: 'price.networkCost', help: 'price.networkCostHelp' } as const
    default:
      return isPurchase
        ? ({ label: 'price.maximum', help: 'stage.checks.maximumHelp' } as const)
        : ({ label: 'price.minimum', help: 'stage.checks.minimumHelp' } as const)
  }
}

function Value({ fact, swap }: Pick<FactProps, 'fact' | 'swap'>): ReactNode {
  const { t } = useTranslation()
  const { chainId, account, receiver, contract, minimum, maximum, inputToken, outputToken } = swap
  if (fact === 'cost') return <Cost swap={swap} />
  if (fact === 'receiver') {
    return (
      <bdi translate="no" title={receiver}>
        {sameAddress(receiver, account) ? t('review.recipientSelf') : shortAddress(receiver)}
      </bdi>
    )
  }
  if (fact === 'contract') {
    return contract ? (
      <ContractAddress chainId={chainId} address={contract} />
    ) : (
      <span>{t('price.unknown')}</span>
    )
  }
  if (maximum !== undefined) return <TokenAmount value={maximum} token={inputToken} exact />
  return minimum === undefined ? (
    <span>{t('review.noMinimumNote')}</span>
  ) : (
    <TokenAmount value={minimum} token={outputToken} exact />
  )
}

function ContractAddress({ chainId, address }: { chainId: number; address: Address }) {
  const hasExplorer = useChain(chainId)?.explorerUrl !== undefined
  const short = shortAddress(address)
  return (
    <bdi translate="no" title={address}>
      {hasExplorer ? <ExplorerLink chainId={chainId} kind="address" value={address} label={short} /> : short}
    </bdi>
  )
}

function Cost({ swap: { chainId, costWei } }: { swap: SealedSwap }) {
  const { t, format } = useTranslation()
  const native = useChain(chainId)?.nativeCurrency
  const nativeUsd = useUsdPrice({ chainId, address: NATIVE_TOKEN })
  if (costWei === undefined || !native) return <span>{t('price.unknown')}</span>
  const usd = usdValue(costWei, native.decimals, nativeUsd)
  const amount = `${format.amount(costWei, native.decimals)} ${native.symbol}`
  return (
    <span translate="no" title={amount}>
      {usd === undefined ? amount : format.usd(usd)}
    </span>
  )
}

/** The native amount that is sent along, and the time after which the transaction fails. */
function FurtherFacts({ swap: { chainId, value, deadlineAt } }: { swap: SealedSwap }) {
  const { t, format } = useTranslation()
  const native = useChain(chainId)?.nativeCurrency
  return (
    <>
      {value !== undefined && native && (
        <Row label={t('stage.checks.value')} help={t('stage.checks.valueHelp')}>
          <TokenAmount value={value} token={native} exact />
        </Row>
      )}
      {deadlineAt !== undefined && (
        <Row label={t('stage.checks.deadline')} help={t('stage.checks.deadlineHelp')}>
          <span>{format.time(deadlineAt)}</span>
        </Row>
      )}
    </>
  )
}

interface RowProps {
  label: string
  help: string | false
  mark?: ReactNode
  /** The state of the check, for screen readers. */
  status?: string
  isLocked?: boolean
  children: ReactNode
}

function Row({ label, help, mark, status, isLocked = false, children }: RowProps) {
  return (
    <div className={styles.fact} data-locked={isLocked || undefined}>
      <dt className={styles.label}>
        <span className={styles.mark}>{mark}</span>
        <span>{label}</span>
        {status && <VisuallyHidden>{` (${status})`}</VisuallyHidden>}
      </dt>
      <dd className={styles.value}>{children}</dd>
      {help && <dd className={styles.how}>{help}</dd>}
    </div>
  )
}
