import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { report } from '../lib/report.ts'

/** An element with its children in a shadow root, once that is loaded. On a server, and until then, it is empty. */
export function Isolated({ children }: { children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [Shadow, setShadow] = useState<ComponentType<{ host: HTMLElement; children: ReactNode }>>()
  useEffect(() => {
    import('./shadow-root.tsx').then(({ ShadowRootOf }) => setShadow(() => ShadowRootOf), report)
  }, [])
  return (
    <>
      <div ref={setHost} data-sluice-host="" />
      {Shadow && host && <Shadow host={host}>{children}</Shadow>}
    </>
  )
}
