import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../../modules/core/pool.ts'
import { announcedBy } from '../snapshot/advance.ts'

/** Returns the filter for the logs by which factories announce pools. */
export function getAnnouncementFilter(followed: readonly FollowedModule[]) {
  return {
    addresses: followed.map((module) => module.factory),
    topics: [...new Set(followed.map((module) => module.createdTopic))],
  }
}

/**
 * Returns the announcements among logs. Announcements without an identity are of pools that are not
 * traded.
 */
export function readAnnouncements(
  followed: readonly FollowedModule[],
  logs: readonly PoolLog[],
): { module: FollowedModule; identity: PoolIdentity | undefined }[] {
  return logs.flatMap((log) => {
    const module = announcedBy(followed, log)
    return module ? [{ module, identity: module.identify(log) }] : []
  })
}
