import { useEffect, useRef, useState } from 'react'
import type { Environment } from '../environment.ts'
import { interceptService } from './intercept-service.ts'
import type { Scenario } from './scenarios.ts'

/** The chosen scenario, at most one, and the service that plays it. What concerns the wallet is the wallet panel's. */
export function useScenario({ manifest, serviceUrl }: Environment) {
  const [scenario, setScenario] = useState<Scenario>()
  const latest = useRef(scenario)
  // Set before the widget asks again.
  const choose = (next: Scenario | undefined) => {
    latest.current = next
    setScenario(next)
  }
  useEffect(
    () => interceptService({ serviceUrl, manifest, current: () => latest.current }),
    [serviceUrl, manifest],
  )
  return [scenario, choose] as const
}
