import { useState } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'

const SHARE = {
  path: 'M12 15V4m0 0L8 8m4-4 4 4M6 12H5.5A1.5 1.5 0 0 0 4 13.5v5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5v-5a1.5 1.5 0 0 0-1.5-1.5H18',
}

/** Shares a text and a link through the system, or copies both where the browser cannot share. */
export function ShareButton({ text, url }: { text: string; url: string | undefined }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const share = async () => {
    try {
      if (navigator.share) return await navigator.share({ text, ...(url !== undefined && { url }) })
      await navigator.clipboard.writeText(url === undefined ? text : `${text} ${url}`)
      setIsCopied(true)
    } catch {
      // The user closed the system's dialog, or the page may forbid clipboard access.
    }
  }
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : SHARE}
        label={t('progress.share')}
        onClick={() => void share()}
      />
      <LiveRegion message={isCopied ? t('action.copied') : ''} />
    </>
  )
}
