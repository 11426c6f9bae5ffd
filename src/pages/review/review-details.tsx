import { useId, useState } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { PriceDetails } from '../../components/price-details.tsx'
import { Rate } from '../../components/rate.tsx'
import { TokenAddress } from '../../components/token-address.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { part } from '../../theme/part.ts'
import { NetworkCost } from './network-cost.tsx'
import styles from './review-details.module.css'

/** The rate of a swap, and everything else about its price on demand. */
export function ReviewDetails({ intent }: { intent: SwapIntent }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { inputToken, outputToken, inputAmount, outputAmount, price, partner, slippageBps } = intent
  return (
    <div className={styles.group} data-aside="">
      <div className={styles.bar}>
        <Rate
          inputToken={inputToken}
          outputToken={outputToken}
          inputAmount={inputAmount}
          outputAmount={outputAmount ?? BigInt(price.effectiveOutputAmount)}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{t('review.details')}</span>
          <Icon name="chevronDown" size={18} />
        </button>
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className={styles.details}
        {...part('price-details', isOpen ? 'open' : 'closed')}
      >
        <Facts intent={intent} />
        {/* The route is last, because its changes move all rows below. */}
        <PriceDetails
          price={price}
          outputToken={outputToken}
          slippageBps={slippageBps}
          purchase={outputAmount === undefined ? undefined : { inputToken, inputAmount }}
          partnerFeeBps={partner?.feeBps}
          withoutNetworkCost
        />
      </div>
    </div>
  )
}

/** The network and its cost, and the addresses of the tokens, because symbols are not unique. */
function Facts({ intent }: { intent: SwapIntent }) {
  const { t } = useTranslation()
  const { chains } = useConfig()
  const chain = useChain(intent.chainId)
  return (
    <DetailList>
      <NetworkCost intent={intent} verified={undefined} />
      {chain && chains.length > 1 && <Detail label={t('wallet.network')}>{chain.label}</Detail>}
      {[intent.inputToken, intent.outputToken]
        .filter(({ address }) => !isNativeToken(address))
        .map((token) => (
          <Detail key={token.address} label={t('tokens.address', { token: token.symbol })}>
            <TokenAddress token={token} withoutMark />
          </Detail>
        ))}
    </DetailList>
  )
}
