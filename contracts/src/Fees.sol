// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ISettlement} from "./ISettlement.sol";

/// @title Splits a trade's gross output into fees, surplus and net output. Every division rounds
/// down.
library Fees {
    uint256 internal constant BPS = 10_000;
    uint256 internal constant MAX_PARTNER_FEE_BPS = 1_000;
    uint256 private constant MIN_SETTLEMENT_FEE_BPS = 3;
    uint256 private constant MAX_SETTLEMENT_FEE_BPS = 1_000;
    uint256 private constant MAX_SURPLUS_BPS = 500;
    uint256 private constant SURPLUS_SHARE_PERCENT = 33;

    function split(ISettlement.Trade calldata trade, uint256 gross)
        internal
        pure
        returns (uint256 partnerShare, uint256 treasuryShare)
    {
        bool hasPartner = trade.partner != address(0);
        uint256 partnerFee = gross * trade.partnerFeeBps / BPS;
        uint256 fee = settlementFee(trade.settlementFee, gross);

        partnerShare = hasPartner ? partnerFee + fee / 2 : 0;
        treasuryShare = hasPartner ? fee - fee / 2 : fee;

        uint256 share = surplus(trade, gross, gross - partnerFee - fee) * SURPLUS_SHARE_PERCENT / 100;
        if (hasPartner) partnerShare += share;
        treasuryShare += share;
    }

    /// @param asked the amount in the call data: a share of the quoted output, or the floor of a
    /// small trade
    function settlementFee(uint256 asked, uint256 gross) internal pure returns (uint256) {
        return max(gross * MIN_SETTLEMENT_FEE_BPS / BPS, min(asked, gross * MAX_SETTLEMENT_FEE_BPS / BPS));
    }

    /// @notice Returns what exceeds both the threshold and the minimum, so sharing never reduces
    /// the receiver's minimum.
    function surplus(ISettlement.Trade calldata trade, uint256 gross, uint256 net) internal pure returns (uint256) {
        uint256 kept = max(trade.surplusThreshold, trade.minOutputAmount);
        return net > kept ? min(net - kept, gross * MAX_SURPLUS_BPS / BPS) : 0;
    }

    function max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }

    function min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}
