// Display name of a connection; recordings store it instead of the address.

/** A connection's id begins with its profile's. @param profiles the direct connections */
export function connectionName(
  profiles: readonly { readonly id: string; readonly name: string }[],
  connectionId: string,
): string {
  const [id] = connectionId.split(/[^a-z0-9]/);
  return profiles.find((profile) => profile.id === id)?.name ?? 'This server';
}
