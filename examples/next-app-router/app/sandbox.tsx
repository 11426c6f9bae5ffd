'use client'

import { startSandbox } from '@sluice/widget/testing'
import { useEffect } from 'react'

/** Answers the widget in the browser. It comes before the widget, whose requests begin after its own effects. */
export function Sandbox() {
  useEffect(() => {
    const sandbox = startSandbox()
    return () => sandbox.stop()
  }, [])
  return null
}
