import { useState } from 'react'
import type { Address } from '../../../wire/lib/address.ts'
import { plainText } from '../../../wire/lib/plain-text.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { MAX_BOOKMARK_LABEL, withBookmark } from '../../store/kept-recipients.ts'
import styles from './recipient-page.module.css'

export interface SaveBookmarkProps {
  address: Address
  /** The initial text of the label. */
  suggested: string
}

/** Saves a recipient with a label in this browser. */
export function SaveBookmark({ address, suggested }: SaveBookmarkProps) {
  const { t } = useTranslation()
  const { settings } = useWidget()
  const [text, setText] = useState(suggested)
  const label = plainText(text, MAX_BOOKMARK_LABEL)
  const save = () => {
    if (label !== '') settings.setState((state) => withBookmark(state, { address, label }))
  }
  return (
    <div className={styles.save}>
      <TextField
        shape="field"
        className={styles.name}
        label={t('recipient.bookmarkLabel')}
        placeholder={t('recipient.bookmarkLabel')}
        maxLength={MAX_BOOKMARK_LABEL}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
      <Button inactive={label === ''} onClick={save}>
        {t('recipient.saveBookmark')}
      </Button>
    </div>
  )
}
