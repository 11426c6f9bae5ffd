import { useEffect, useRef } from 'react'

/** Calls `onArrive` once, when its sibling page is mounted. */
export function PageArrival({ onArrive }: { onArrive: () => void }) {
  const latest = useRef(onArrive)
  useEffect(() => latest.current(), [])
  return null
}
