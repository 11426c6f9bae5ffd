import { useConfig } from './use-config.ts'
import { useSettings } from './use-settings.ts'

/** Whether approvals are unlimited: the user chose it, and the host allows it. */
export function useUnlimitedApproval(): boolean {
  const isAllowed = useConfig().approvals.unlimited
  return useSettings((settings) => settings.unlimitedApprovals) && isAllowed
}
