import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { Address } from '../../lib/address.ts'
import { plainText } from '../../lib/plain-text.ts'
import { MAX_BOOKMARK_LABEL } from '../../store/create-settings-store.ts'
import styles from './recipient-page.module.css'

export interface SaveBookmarkProps {
  address: Address
  /** The initial text of the label. */
  suggested: string
}

/** Saves a recipient with a label in this browser. */
export function SaveBookmark({ address, suggested }: SaveBookmarkProps) {
  const { t } = useTranslation()
  const add = useSettings((settings) => settings.addBookmark)
  const [text, setText] = useState(suggested)
  const label = plainText(text, MAX_BOOKMARK_LABEL)
  const save = () => {
    if (label !== '') add({ address, label })
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
