'use client'

import { startSandbox } from '@sluice/widget/testing'
import { useEffect } from 'react'

/**
 * Responds to the widget in the browser. Comes before the widget, whose requests start in its own
 * effects.
 */
export function Sandbox() {
  useEffect(() => {
    const sandbox = startSandbox()
    return () => sandbox.stop()
  }, [])
  return null
}
