import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { needForLaterParts } from '../components/later-parts.ts'
import { getStyleSheets, loadPageStyles } from './style-sheets.ts'

needForLaterParts(loadPageStyles)

export interface ShadowRootProps {
  host: HTMLElement
  /** Called once the children are rendered. */
  onShown: () => void
  children: ReactNode
}

/**
 * Renders its children in a shadow root with the styles of the widget. Uses a separate React root,
 * because React would dispatch events of a portal to the host's components twice.
 */
export function ShadowRootOf({ host, onShown, children }: ShadowRootProps) {
  const [root, setRoot] = useState<Root>()
  useEffect(() => {
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = getStyleSheets()
    const container = document.createElement('div')
    container.dataset.sluiceContainer = ''
    shadow.append(container)
    const made = createRoot(container)
    setRoot(made)
    return () => {
      // React may be rendering the host now, and cannot unmount another root synchronously.
      queueMicrotask(() => {
        made.unmount()
        container.remove()
      })
    }
  }, [host])
  useEffect(() => root?.render(<Shown onShown={onShown}>{children}</Shown>), [root, onShown, children])
  return null
}

function Shown({ onShown, children }: Pick<ShadowRootProps, 'onShown' | 'children'>) {
  useLayoutEffect(onShown, [onShown])
  return children
}
