import { useEffect, useRef, useState } from 'react'
import type { Environment } from '../environment.ts'
import { interceptService } from './intercept-service.ts'
import type { Scenario } from './scenarios.ts'

/**
 * Stores the active scenario and intercepts the service for it. The wallet panel applies scenarios
 * of the wallet.
 */
export function useScenario({ manifest, serviceUrl }: Environment) {
  const [scenario, setScenario] = useState<Scenario>()
  const latest = useRef(scenario)
  // The ref is updated before the widget sends its next request.
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
