import { useId, useRef, useState } from 'react'
import { type Address, sameAddress } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { FullAddress } from '../../components/full-address.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useChain } from '../../hooks/use-chain.ts'
import { useChecksum } from '../../hooks/use-checksum.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { type KnownRecipient, useKnownRecipient } from '../../hooks/use-known-recipient.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useRecipientName } from '../../hooks/use-recipient-name.ts'
import { useResolvedName } from '../../hooks/use-resolved-name.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { Bookmarks } from './bookmarks.tsx'
import { NameNotice } from './name-notice.tsx'
import { readRecipient } from './read-recipient.ts'
import { RecentRecipients } from './recent-recipients.tsx'
import styles from './recipient-page.module.css'
import { RecipientStatusNotice } from './recipient-status-notice.tsx'
import { SaveBookmark } from './save-bookmark.tsx'

/** The page that chooses the address which receives the output: typed, pasted, saved or recent. */
export function RecipientPage() {
  const { t } = useTranslation()
  const { back } = useNavigation()
  const form = useForm((state) => state)
  const account = useWallet().state.address
  const recipientName = useRecipientName(form.recipient)
  const [text, setText] = useState<string>(recipientName ?? form.recipient ?? '')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const entry = useEntry(text)
  const { reading, name, named, checksum, address } = entry
  const known = useKnownRecipient(address)
  const isOwn = address !== undefined && account !== undefined && sameAddress(address, account)
  const problem = useProblem(entry)

  const use = () => {
    if (!address || !checksum.isRight) return field.current?.focus()
    form.setRecipient(address, named)
    back()
  }

  const pick = (picked: Address) => {
    setText(picked)
    field.current?.focus()
  }

  const clear = () => {
    setText('')
    form.setRecipient(undefined)
  }

  return (
    <Page title={t('swap.sendToRecipient')}>
      <div className={styles.form}>
        <TextField
          inputRef={field}
          data-page-focus=""
          dir="ltr"
          label={t('recipient.label')}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}state`}
          placeholder="0x…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && use()}
          onClear={clear}
        />
        <div id={`${id}state`} className={styles.state}>
          {(reading.kind === 'empty' || reading.kind === 'incomplete') && <Help />}
          {problem && (
            <Notice tone="negative" title={problem.title}>
              {problem.help}
            </Notice>
          )}
          {address && (
            <Card>
              {named && (
                <bdi translate="no" className={styles.label}>
                  {named.name}
                </bdi>
              )}
              {known.label && (
                <bdi translate="no" className={styles.label}>
                  {known.label}
                </bdi>
              )}
              <FullAddress address={address} />
            </Card>
          )}
        </div>
        <NameNotice name={name} />
        {checksum.isError && (
          <Notice
            tone="warning"
            title={t('recipient.unknown.title')}
            action={
              <Button size="small" onClick={checksum.retry}>
                {t('action.tryAgain')}
              </Button>
            }
          />
        )}
        {isOwn && <Notice tone="neutral" title={t('recipient.own')} />}
        {known.imitated && <SimilarAddressNotice imitated={known.imitated} />}
        {address && !isOwn && <RecipientStatusNotice chainId={form.outputChainId} recipient={address} />}
        <Button
          variant="primary"
          size="large"
          busy={
            name.view?.status === 'loading' ||
            (address !== undefined && checksum.isRight === undefined && !checksum.isError)
          }
          inactive={!address || !checksum.isRight}
          onClick={use}
          onInactiveClick={() => field.current?.focus()}
        >
          {t('recipient.use')}
        </Button>
      </div>
      {address && known.label === undefined && !isOwn && (
        <SaveBookmark key={address} address={address} suggested={named?.name ?? ''} />
      )}
      <Bookmarks onPick={pick} />
      <RecentRecipients onPick={pick} />
      <LiveRegion message={problem ? `${problem.title}. ${problem.help ?? ''}` : ''} />
    </Page>
  )
}

/** Parses an entered address or name, and resolves the name and the checksum. */
function useEntry(text: string) {
  const form = useForm((state) => state)
  const { routerAddress: router } = useChain(form.outputChainId) ?? {}
  const hasNames = useHasNames()
  const options = { tokens: [form.inputToken, form.outputToken], router, hasNames }
  const typed = readRecipient(text, options)
  const name = useResolvedName({
    chainId: form.outputChainId,
    name: typed.kind === 'name' ? typed.name : undefined,
  })
  const named = name.view?.status === 'found' ? name.view.found : undefined
  const reading = named ? readRecipient(named.address, options) : typed
  const checksum = useChecksum(reading.kind === 'address' ? (named?.address ?? text) : '')
  const address = reading.kind === 'address' && checksum.isRight !== false ? reading.address : undefined
  return { reading, name, named, checksum, address }
}

function useHasNames(): boolean {
  return useConfig().chains.some(({ ensResolver }) => ensResolver !== undefined)
}

function useProblem({
  reading,
  name,
  checksum,
}: ReturnType<typeof useEntry>): { title: string; help?: string } | undefined {
  const { t } = useTranslation()
  const { label = '' } = useChain(useForm((form) => form.outputChainId)) ?? {}
  if (reading.kind === 'invalid' || name.view?.status === 'invalid') {
    return { title: t('recipient.problem.invalid'), help: t('recipient.help') }
  }
  if (reading.kind === 'refused') {
    return { title: t(`recipient.problem.${reading.problem}`), help: t('recipient.problem.help') }
  }
  if (name.view?.status === 'none') {
    return { title: t('recipient.name.none', { chain: label }), help: t('recipient.name.noneHelp') }
  }
  if (checksum.isRight === false) {
    return { title: t('tokens.checksum.title'), help: t('tokens.checksum.help') }
  }
  return undefined
}

function Help() {
  const { t } = useTranslation()
  return (
    <p className={styles.help}>
      {useHasNames() ? `${t('recipient.help')} ${t('recipient.helpName')}` : t('recipient.help')}
    </p>
  )
}

/** Warns about an address that looks like a known one. The review requires an acknowledgement. */
function SimilarAddressNotice({ imitated }: { imitated: NonNullable<KnownRecipient['imitated']> }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <Notice tone="warning" title={t('recipient.similar.title')}>
        <p>{t('recipient.similar.help')}</p>
        {imitated.label && <bdi translate="no">{`${imitated.label} `}</bdi>}
        <FullAddress address={imitated.address} />
      </Notice>
    </div>
  )
}
