import { useEffect, useRef } from 'react'

/** Says when the page beside it, loaded by now, is there. */
export function PageArrival({ onArrive }: { onArrive: () => void }) {
  const latest = useRef(onArrive)
  useEffect(() => latest.current(), [])
  return null
}
