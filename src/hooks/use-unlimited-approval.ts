import { useConfig } from './use-config.ts'
import { useSettings } from './use-settings.ts'

/** Returns true if the user chose unlimited approvals and the host allows them. */
export function useUnlimitedApproval(): boolean {
  const isAllowed = useConfig().approvals.unlimited
  return useSettings((settings) => settings.unlimitedApprovals) && isAllowed
}
