// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IBalancerVault} from "./External.sol";
import {Tokens} from "./Tokens.sol";

/// @title Swaps in one pool of a trusted Balancer V2 vault.
/// @dev Anyone registers pools there, hostile ones too, but only the vault touches tokens: it takes what is given
///      in, and a pool that gives little fails the minimum.
library Balancer {
    function sell(address vault, bytes32 poolId, address tokenIn, address tokenOut, uint256 amount, address payee)
        internal
    {
        IBalancerVault.SingleSwap memory single = IBalancerVault.SingleSwap({
            poolId: poolId,
            kind: IBalancerVault.SwapKind.GIVEN_IN,
            assetIn: tokenIn,
            assetOut: tokenOut,
            amount: amount,
            userData: ""
        });
        Tokens.approve(tokenIn, vault, amount);
        IBalancerVault(vault).swap(single, _funds(payee), 0, block.timestamp);
        Tokens.disapprove(tokenIn, vault);
    }

    function _funds(address payee) private view returns (IBalancerVault.FundManagement memory) {
        return IBalancerVault.FundManagement({
            sender: address(this),
            fromInternalBalance: false,
            recipient: payee,
            toInternalBalance: false
        });
    }
}
