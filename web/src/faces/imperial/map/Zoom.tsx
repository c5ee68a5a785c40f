import { Focus, Maximize, Minus, Plus } from "lucide-react";
import type { Perspective } from "../../../play/board";
import type { Camera } from "./camera";

/** Larger, smaller, all of it, and whether it follows the turn. */
export function Zoom({
  camera,
  perspective: { t },
  isFollowing,
  onFollow,
}: {
  camera: Camera;
  perspective: Perspective;
  isFollowing: boolean;
  onFollow: (isOn: boolean) => void;
}) {
  return (
    <div className="zoom">
      <button type="button" aria-label={t("imperial:map.in")} onClick={() => camera.zoom(1.5)}>
        <Plus size={20} aria-hidden="true" />
      </button>
      <button type="button" aria-label={t("imperial:map.out")} onClick={() => camera.zoom(1 / 1.5)}>
        <Minus size={20} aria-hidden="true" />
      </button>
      <button type="button" aria-label={t("imperial:map.fit")} onClick={() => camera.fit()}>
        <Maximize size={17} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="follow"
        aria-label={t("imperial:map.follow")}
        aria-pressed={isFollowing}
        onClick={() => onFollow(!isFollowing)}
      >
        <Focus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
