/** Passkeys in this browser: make one, sign with one. Bytes travel in base64url. */
import { ApiError, call } from "../table/api";
import { refusalText } from "../ui/errors";
import type { Translate } from "../ui/locales";
import type { AccountResponse, PasskeyResponse } from "../wire/calls";

export const canUsePasskeys = typeof PublicKeyCredential === "function";

type Described = { id: string; type: "public-key" };
type CreateOptions = Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> & {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Described[];
};
type GetOptions = {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: UserVerificationRequirement;
};

/** Make a passkey for whoever is signed in here, and store it under this name. */
export async function addPasskey(name: string): Promise<PasskeyResponse> {
  const challenge = await call<CreateOptions>("POST", "/me/passkeys/challenge");
  const publicKey = {
    ...challenge,
    challenge: bytes(challenge.challenge),
    user: { ...challenge.user, id: bytes(challenge.user.id) },
    excludeCredentials: challenge.excludeCredentials.map(({ id, type }) => ({ id: bytes(id), type })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  const clientData = text(clientDataJSON);
  return call("POST", "/me/passkeys", { name, clientData, attestation: text(attestationObject) });
}

/** Sign in by a passkey that the person chooses. */
export async function signInByPasskey(): Promise<AccountResponse> {
  const challenge = await call<GetOptions>("POST", "/passkeys/challenge");
  const { rpId, timeout, userVerification } = challenge;
  const publicKey = { rpId, timeout, userVerification, challenge: bytes(challenge.challenge) };
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = signed.response as AuthenticatorAssertionResponse;
  return call("POST", "/passkeys", {
    id: text(signed.rawId),
    clientData: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: response.userHandle ? text(response.userHandle) : "",
  });
}

/** What went wrong, in the words of this page. */
export function signInText(error: unknown, t: Translate): string {
  if (error instanceof ApiError) return refusalText(error, t, "people");
  if (error instanceof DOMException)
    return t(error.name === "InvalidStateError" ? "people:signin.already" : "people:signin.cancelled");
  return t("refusal.UNKNOWN");
}

function bytes(encoded: string): Uint8Array<ArrayBuffer> {
  const plain = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
