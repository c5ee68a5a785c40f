/** What this browser finds of a game that is over, for those who show it. */
import { useQuery } from "@tanstack/react-query";
import { callForText } from "../../table/api";
import { canDigest } from "../../table/bytes";
import type { Reason } from "../../table/verdict";
import { witnessOf } from "../../table/witnesses";
import type { Translate } from "../../ui/locales";

/** What this browser finds of a table that was played to its end; once for each visit. */
export function useProof(id: string, isOver: boolean) {
  return useQuery({
    queryKey: ["proof", id],
    enabled: isOver && canDigest(),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { judge } = await import("../../table/verdict");
      return judge(await callForText(`/tables/${id}/transcript`), witnessOf(id));
    },
  });
}

/** Reasons that say more than what this browser cannot know. */
export function isGrave(reason: Reason): boolean {
  return reason.code === "putBack" || reason.code === "nonceRefused";
}

/** The reason in a sentence. */
export function reasonText(reason: Reason, t: Translate): string {
  if (reason.code !== "putBack") return t(`fair:reason.${reason.code}`);
  const date = new Date(reason.at).toLocaleDateString(document.documentElement.lang);
  return t("fair:reason.putBack", { from: reason.from, to: reason.to, date });
}
