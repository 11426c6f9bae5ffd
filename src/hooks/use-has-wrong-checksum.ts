import { useChecksum } from './use-checksum.ts'

/** Whether a text is an address with a wrong checksum; false while unknown. */
export function useHasWrongChecksum(text: string): boolean {
  return useChecksum(text).isRight === false
}
