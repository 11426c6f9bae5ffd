import { useEffect, useRef, useState } from 'react'
import { FAULTS, type Fault, injectFaults } from './service-faults.ts'

/** Chooses what goes wrong between the page and the service. */
export function FaultChoice({
  serviceUrl,
  className,
}: {
  serviceUrl: string
  className: string | undefined
}) {
  const [fault, setFault] = useState<Fault>('none')
  const latest = useRef(fault)
  useEffect(() => {
    latest.current = fault
  }, [fault])
  useEffect(() => injectFaults(serviceUrl, () => latest.current), [serviceUrl])
  return (
    <label className={className}>
      Service
      <select value={fault} onChange={(event) => setFault(event.target.value as Fault)}>
        {Object.entries(FAULTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
