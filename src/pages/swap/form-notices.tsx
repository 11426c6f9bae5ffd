import { Button } from '../../components/button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { useDelay } from '../../hooks/use-delay.ts'
import { useRecipient } from '../../hooks/use-recipient.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { ReviewState } from '../../instance/types.ts'
import { shortAddress } from '../../lib/short-address.ts'
import type { FormState } from '../../store/types.ts'
import { MovedNotice } from './moved-notice.tsx'

export interface FormNoticesProps {
  moved: FormState['moved']
  closedBy: ReviewState['closedBy']
}

/**
 * Notices about form changes that the user did not make: a replaced token, or a closed review.
 * Lazily loaded.
 */
export function FormNotices({ moved, closedBy }: FormNoticesProps) {
  return (
    <>
      {moved && <MovedNotice moved={moved} />}
      {closedBy && <ClosedReviewNotice key={closedBy} closedBy={closedBy} />}
    </>
  )
}

/** Screen readers announce content only in a live region that they have already registered. */
const ANNOUNCE_MS = 100

const titles = {
  account: 'error.ACCOUNT_CHANGED',
  disconnect: 'review.closed.disconnect',
  recipient: 'review.closed.recipient',
  rules: 'error.PAIR_NOT_OFFERED',
} as const

/** Explains which change closed the review. */
function ClosedReviewNotice({ closedBy }: { closedBy: NonNullable<ReviewState['closedBy']> }) {
  const { t } = useTranslation()
  const { review } = useWidget()
  const { address } = useWallet().state
  const { isWanted, recipient } = useRecipient()
  const isKnown = useDelay(ANNOUNCE_MS)
  const title = t(titles[closedBy])
  const help = t('review.closed.help')
  const now = {
    account: address && t('swap.wallet', { address: shortAddress(address) }),
    recipient: isWanted && recipient && t('swap.changeRecipient', { address: shortAddress(recipient) }),
    disconnect: undefined,
    rules: undefined,
  }[closedBy]
  return (
    <>
      <Notice
        tone="warning"
        title={title}
        action={
          <Button size="small" onClick={() => review.setState({ closedBy: undefined })}>
            {t('action.dismiss')}
          </Button>
        }
      >
        {now && <p>{now}</p>}
        <p>{help}</p>
      </Notice>
      <LiveRegion message={isKnown ? `${title}. ${help}` : ''} />
    </>
  )
}
